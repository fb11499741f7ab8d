-- CreateTable
CREATE TABLE "Section" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "listUid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Section_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SectionLabel" (
    "listUid" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "sectionUid" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("listUid", "label"),
    CONSTRAINT "SectionLabel_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SectionLabel_sectionUid_fkey" FOREIGN KEY ("sectionUid") REFERENCES "Section" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable: made anew, "Item" would lose the triggers of search.
ALTER TABLE "Item" ADD COLUMN "sectionUid" TEXT REFERENCES "Section" ("uid") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "Item_sectionUid_idx" ON "Item"("sectionUid");

-- CreateIndex
CREATE INDEX "Section_listUid_rank_idx" ON "Section"("listUid", "rank");

-- CreateIndex
CREATE INDEX "SectionLabel_listUid_at_idx" ON "SectionLabel"("listUid", "at");

-- CreateIndex
CREATE INDEX "SectionLabel_sectionUid_idx" ON "SectionLabel"("sectionUid");
