-- AlterTable
ALTER TABLE "FirstAnswer" ADD COLUMN "sealed" TEXT NOT NULL DEFAULT '';
