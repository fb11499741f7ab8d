-- Most items have no note. Of the column the planner has statistics, so it knows how small an index without empty notes is.
DROP INDEX "Item_quantity_search";
DROP INDEX "Item_note_search";
CREATE INDEX "Item_quantity_search" ON "Item" USING gin (array_to_tsvector(string_to_array("quantityWords", ' '))) WHERE "quantityWords" <> '';
CREATE INDEX "Item_note_search" ON "Item" USING gin (array_to_tsvector(string_to_array("noteWords", ' '))) WHERE "noteWords" <> '';
