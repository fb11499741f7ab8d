-- AlterTable
ALTER TABLE "ResetRequest" ADD COLUMN "bucket" TEXT;
