-- Most items have no note. The planner knows how many have one, and so that their index is quick; of an index over all of them it guesses.
DROP INDEX "Item_quantity_search";
DROP INDEX "Item_note_search";
CREATE INDEX "Item_quantity_search" ON "Item" USING gin (array_to_tsvector(string_to_array("quantityWords", ' '))) WHERE "quantityWords" <> '';
CREATE INDEX "Item_note_search" ON "Item" USING gin (array_to_tsvector(string_to_array("noteWords", ' '))) WHERE "noteWords" <> '';
