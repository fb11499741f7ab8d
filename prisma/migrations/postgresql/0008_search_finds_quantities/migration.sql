-- AlterTable
ALTER TABLE "Item" ADD COLUMN     "quantityWords" TEXT;

CREATE INDEX "Item_quantity_search" ON "Item" USING gin (array_to_tsvector(string_to_array("quantityWords", ' ')));
-- The items whose quantity has no words yet. SQL cannot fold accents, so the next start makes them.
CREATE INDEX "Item_quantity_unindexed" ON "Item"("number") WHERE "quantityWords" IS NULL AND "quantity" <> '';
