-- DropIndex
DROP INDEX "Item_dueOn_idx";

-- CreateIndex
CREATE INDEX "Item_listUid_dueOn_idx" ON "Item"("listUid", "dueOn");
