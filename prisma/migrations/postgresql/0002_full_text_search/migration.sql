-- The words of lists and items. They are folded and parted by spaces already, so no parser of any language is asked.
CREATE INDEX "List_search" ON "List" USING gin (array_to_tsvector(string_to_array("nameWords", ' ')));
CREATE INDEX "Item_label_search" ON "Item" USING gin (array_to_tsvector(string_to_array("labelWords", ' ')));
CREATE INDEX "Item_note_search" ON "Item" USING gin (array_to_tsvector(string_to_array("noteWords", ' ')));
