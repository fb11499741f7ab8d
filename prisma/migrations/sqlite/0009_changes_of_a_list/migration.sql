-- AlterTable
ALTER TABLE "Change" ADD COLUMN "everyItem" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "Change_listUid_number_idx" ON "Change"("listUid", "number");
