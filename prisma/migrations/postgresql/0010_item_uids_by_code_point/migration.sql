-- Items in one place stand in the order of their uids. By code point, as SQLite and every client have it, whatever the language of the database.
ALTER TABLE "Item" ALTER COLUMN "uid" SET DATA TYPE TEXT COLLATE "C";
