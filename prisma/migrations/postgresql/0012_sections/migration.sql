-- AlterTable
ALTER TABLE "Item" ADD COLUMN     "sectionUid" TEXT;

-- CreateTable
CREATE TABLE "Section" (
    "uid" TEXT NOT NULL,
    "listUid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Section_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "SectionLabel" (
    "listUid" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "sectionUid" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SectionLabel_pkey" PRIMARY KEY ("listUid","label")
);

-- CreateIndex
CREATE INDEX "Section_listUid_rank_idx" ON "Section"("listUid", "rank");

-- CreateIndex
CREATE INDEX "SectionLabel_listUid_at_idx" ON "SectionLabel"("listUid", "at");

-- CreateIndex
CREATE INDEX "SectionLabel_sectionUid_idx" ON "SectionLabel"("sectionUid");

-- CreateIndex
CREATE INDEX "Item_sectionUid_idx" ON "Item"("sectionUid");

-- AddForeignKey
ALTER TABLE "Section" ADD CONSTRAINT "Section_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SectionLabel" ADD CONSTRAINT "SectionLabel_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SectionLabel" ADD CONSTRAINT "SectionLabel_sectionUid_fkey" FOREIGN KEY ("sectionUid") REFERENCES "Section"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_sectionUid_fkey" FOREIGN KEY ("sectionUid") REFERENCES "Section"("uid") ON DELETE SET NULL ON UPDATE CASCADE;
