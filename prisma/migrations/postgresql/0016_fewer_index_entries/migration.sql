-- What writes an item or a Change writes an entry of each of its indexes. Nobody asks for what a member added, ticked or
-- deleted, or for the Changes of an item: undo asks for those of its list (src/lib/server/tokens/later-changes.ts).
DROP INDEX "List_archivedByUid_idx";
DROP INDEX "List_deletedByUid_idx";
DROP INDEX "Item_sectionUid_idx";
DROP INDEX "Item_listUid_dueOn_idx";
DROP INDEX "Item_addedByUid_idx";
DROP INDEX "Item_addedViaTokenUid_idx";
DROP INDEX "Item_doneByUid_idx";
DROP INDEX "Item_deletedByUid_idx";
DROP INDEX "Item_deletedViaTokenUid_idx";
DROP INDEX "Item_deletedAt_idx";
DROP INDEX "Change_itemUid_idx";

-- The others leave out the rows that they are not asked for, which are most of them.
CREATE INDEX "Item_sectionUid_idx" ON "Item"("sectionUid") WHERE "sectionUid" IS NOT NULL;
CREATE INDEX "Item_listUid_dueOn_idx" ON "Item"("listUid", "dueOn") WHERE "dueOn" <> '';
CREATE INDEX "Item_addedViaTokenUid_idx" ON "Item"("addedViaTokenUid") WHERE "addedViaTokenUid" IS NOT NULL;
CREATE INDEX "Item_deletedViaTokenUid_idx" ON "Item"("deletedViaTokenUid") WHERE "deletedViaTokenUid" IS NOT NULL;
CREATE INDEX "Item_deletedAt_idx" ON "Item"("deletedAt") WHERE "deletedAt" IS NOT NULL;
