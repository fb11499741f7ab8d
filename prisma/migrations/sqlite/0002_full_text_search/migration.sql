-- The words of lists and items, kept by triggers, so that a row and its place in the index are written together.
-- The words are folded already; the tokenizer only parts them.
CREATE VIRTUAL TABLE "ListSearch" USING fts5("nameWords", content = 'List', content_rowid = 'number', tokenize = 'ascii');
CREATE VIRTUAL TABLE "ItemSearch" USING fts5("labelWords", "noteWords", content = 'Item', content_rowid = 'number', tokenize = 'ascii');

CREATE TRIGGER "List_search_insert" AFTER INSERT ON "List" BEGIN
  INSERT INTO "ListSearch"("rowid", "nameWords") VALUES (new."number", new."nameWords");
END;
CREATE TRIGGER "List_search_delete" AFTER DELETE ON "List" BEGIN
  INSERT INTO "ListSearch"("ListSearch", "rowid", "nameWords") VALUES ('delete', old."number", old."nameWords");
END;
CREATE TRIGGER "List_search_update" AFTER UPDATE OF "nameWords" ON "List" BEGIN
  INSERT INTO "ListSearch"("ListSearch", "rowid", "nameWords") VALUES ('delete', old."number", old."nameWords");
  INSERT INTO "ListSearch"("rowid", "nameWords") VALUES (new."number", new."nameWords");
END;

CREATE TRIGGER "Item_search_insert" AFTER INSERT ON "Item" BEGIN
  INSERT INTO "ItemSearch"("rowid", "labelWords", "noteWords") VALUES (new."number", new."labelWords", new."noteWords");
END;
CREATE TRIGGER "Item_search_delete" AFTER DELETE ON "Item" BEGIN
  INSERT INTO "ItemSearch"("ItemSearch", "rowid", "labelWords", "noteWords") VALUES ('delete', old."number", old."labelWords", old."noteWords");
END;
CREATE TRIGGER "Item_search_update" AFTER UPDATE OF "labelWords", "noteWords" ON "Item" BEGIN
  INSERT INTO "ItemSearch"("ItemSearch", "rowid", "labelWords", "noteWords") VALUES ('delete', old."number", old."labelWords", old."noteWords");
  INSERT INTO "ItemSearch"("rowid", "labelWords", "noteWords") VALUES (new."number", new."labelWords", new."noteWords");
END;
