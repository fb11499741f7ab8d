-- AlterTable
ALTER TABLE "Instance" ADD COLUMN "host" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "SetupCode" (
    "hash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SetupCode_pkey" PRIMARY KEY ("hash")
);
