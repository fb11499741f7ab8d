-- AlterTable
ALTER TABLE "FirstAnswer" ADD COLUMN     "sent" TEXT NOT NULL DEFAULT '';
