-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_FirstAnswer" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "sent" TEXT NOT NULL DEFAULT '',
    "output" TEXT NOT NULL,
    "listUids" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("caller", "key")
);
INSERT INTO "new_FirstAnswer" ("caller", "createdAt", "key", "listUids", "output", "request") SELECT "caller", "createdAt", "key", "listUids", "output", "request" FROM "FirstAnswer";
DROP TABLE "FirstAnswer";
ALTER TABLE "new_FirstAnswer" RENAME TO "FirstAnswer";
CREATE INDEX "FirstAnswer_createdAt_idx" ON "FirstAnswer"("createdAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
