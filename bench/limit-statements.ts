// What the limit asks the database: the SQL that Hearth sends, without the SQL of Hearth's checks.

export const statements = {
	caller: `SELECT m."uid" FROM "AccessToken" c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."secretHash" = ? AND m."removedAt" IS NULL`,
	list: `SELECT l."uid", l."name", l."sharing", l."createdAt", l."updatedAt" FROM "List" l WHERE l."uid" = ? AND l."ownerUid" = ?`,
	items: `SELECT i."uid", i."label", i."quantity", i."dueOn", i."note", i."doneAt", adder."name" AS "addedByName", ticker."name" AS "doneByName"
		FROM "Item" i LEFT JOIN "Member" adder ON adder."uid" = i."addedByUid" LEFT JOIN "Member" ticker ON ticker."uid" = i."doneByUid"
		WHERE i."listUid" = ? AND i."deletedAt" IS NULL ORDER BY i."rank", i."uid"`,
	listOfItem: `SELECT l."uid" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid"
		WHERE i."uid" = ? AND i."deletedAt" IS NULL AND l."ownerUid" = ? AND l."archivedAt" IS NULL`,
	item: `SELECT "uid", "label", "doneAt" FROM "Item" WHERE "uid" = ?`,
	setDone: `UPDATE "Item" SET "doneAt" = ?, "doneByUid" = ?, "updatedAt" = ? WHERE "uid" = ?`,
	setQuantity: `UPDATE "Item" SET "quantity" = ?, "quantityWords" = ?, "updatedAt" = ? WHERE "uid" = ?`,
	setRank: `UPDATE "Item" SET "rank" = ?, "updatedAt" = ? WHERE "uid" = ?`,
	addItem: `INSERT INTO "Item" ("uid", "listUid", "label", "labelWords", "quantity", "rank", "addedByUid", "createdAt", "updatedAt")
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	touch: `UPDATE "List" SET "updatedAt" = ? WHERE "uid" = ?`,
	tell: `INSERT INTO "Change" ("kind", "listUid", "itemUid", "byUid", "at") VALUES (?, ?, ?, ?, ?)`,
	lastRank: `SELECT MAX("rank") AS "rank" FROM "Item" WHERE "listUid" = ? AND "deletedAt" IS NULL`,
	rankOf: `SELECT "rank" FROM "Item" WHERE "uid" = ?`,
	rankBelow: `SELECT MIN("rank") AS "rank" FROM "Item" WHERE "listUid" = ? AND "deletedAt" IS NULL AND "rank" > ?`
};

export type Name = keyof typeof statements;
export type Row = Record<string, unknown>;
/** Yields one statement after the other with its values, and receives the rows of each. */
export type Work = Generator<[Name, ...values: unknown[]], Row, Row[]>;

/** Carries work out on a database. */
export type Limit = {
	read(work: Work): Row | Promise<Row>;
	/** Runs in one transaction, which is on the disk before it is answered. */
	write(work: Work): Row | Promise<Row>;
};
