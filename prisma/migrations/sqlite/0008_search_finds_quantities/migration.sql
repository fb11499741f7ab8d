-- AlterTable
ALTER TABLE "Item" ADD COLUMN "quantityWords" TEXT;

-- The items whose quantity has no words yet. SQL cannot fold accents, so the next start makes them.
CREATE INDEX "Item_quantity_unindexed" ON "Item"("number") WHERE "quantityWords" IS NULL AND "quantity" <> '';

-- FTS5 takes no further column, so the index is made anew.
DROP TRIGGER "Item_search_insert";
DROP TRIGGER "Item_search_delete";
DROP TRIGGER "Item_search_update";
DROP TABLE "ItemSearch";
CREATE VIRTUAL TABLE "ItemSearch" USING fts5("labelWords", "quantityWords", "noteWords", content = 'Item', content_rowid = 'number', tokenize = 'ascii');
INSERT INTO "ItemSearch"("ItemSearch") VALUES ('rebuild');

CREATE TRIGGER "Item_search_insert" AFTER INSERT ON "Item" BEGIN
  INSERT INTO "ItemSearch"("rowid", "labelWords", "quantityWords", "noteWords") VALUES (new."number", new."labelWords", new."quantityWords", new."noteWords");
END;
CREATE TRIGGER "Item_search_delete" AFTER DELETE ON "Item" BEGIN
  INSERT INTO "ItemSearch"("ItemSearch", "rowid", "labelWords", "quantityWords", "noteWords") VALUES ('delete', old."number", old."labelWords", old."quantityWords", old."noteWords");
END;
CREATE TRIGGER "Item_search_update" AFTER UPDATE OF "labelWords", "quantityWords", "noteWords" ON "Item" BEGIN
  INSERT INTO "ItemSearch"("ItemSearch", "rowid", "labelWords", "quantityWords", "noteWords") VALUES ('delete', old."number", old."labelWords", old."quantityWords", old."noteWords");
  INSERT INTO "ItemSearch"("rowid", "labelWords", "quantityWords", "noteWords") VALUES (new."number", new."labelWords", new."quantityWords", new."noteWords");
END;
