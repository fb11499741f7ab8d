-- What is open and what is ticked on each list is counted from this index alone. It holds "deletedAt" so that no item is read.
CREATE INDEX "Item_counted_idx" ON "Item"("listUid", "doneAt", "deletedAt") WHERE "deletedAt" IS NULL;
