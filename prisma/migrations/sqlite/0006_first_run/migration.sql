-- AlterTable
ALTER TABLE "Instance" ADD COLUMN "host" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "SetupCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL
);
