-- AlterTable
ALTER TABLE "ResetRequest" ADD COLUMN     "decidedByUid" TEXT;
