-- CreateTable
CREATE TABLE "Instance" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT DEFAULT 1,
    "name" TEXT NOT NULL,
    "publicSignup" BOOLEAN NOT NULL DEFAULT false,
    "defaultLocale" TEXT NOT NULL DEFAULT 'en',
    "publicListUid" TEXT,
    "publicShowNames" BOOLEAN NOT NULL DEFAULT false,
    "publicShowMeta" BOOLEAN NOT NULL DEFAULT false,
    "publicAllowJoin" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Instance_publicListUid_fkey" FOREIGN KEY ("publicListUid") REFERENCES "List" ("uid") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Member" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailFolded" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "mustChangePassword" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "lastSignedInAt" DATETIME,
    "removedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Session" (
    "idHash" TEXT NOT NULL PRIMARY KEY,
    "uid" TEXT NOT NULL,
    "memberUid" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "Session_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Pair" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "memberUid" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Pair_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RefreshToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "pairUid" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "replacedAt" DATETIME,
    "salt" TEXT NOT NULL,
    CONSTRAINT "RefreshToken_pairUid_fkey" FOREIGN KEY ("pairUid") REFERENCES "Pair" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PairAccessToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "pairUid" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "PairAccessToken_pairUid_fkey" FOREIGN KEY ("pairUid") REFERENCES "Pair" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccessToken" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "memberUid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "canRead" BOOLEAN NOT NULL,
    "canWrite" BOOLEAN NOT NULL,
    "canDelete" BOOLEAN NOT NULL,
    "allLists" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    CONSTRAINT "AccessToken_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TokenList" (
    "tokenUid" TEXT NOT NULL,
    "listUid" TEXT NOT NULL,

    PRIMARY KEY ("tokenUid", "listUid"),
    CONSTRAINT "TokenList_tokenUid_fkey" FOREIGN KEY ("tokenUid") REFERENCES "AccessToken" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "TokenList_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WrongPassword" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "bucket" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "JoinRequest" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "bindingHash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "createdAt" DATETIME NOT NULL,
    "decidedAt" DATETIME
);

-- CreateTable
CREATE TABLE "ResetRequest" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "memberUid" TEXT,
    "bindingHash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "createdAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    CONSTRAINT "ResetRequest_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Activity" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "memberUid" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "targetUid" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "readAt" DATETIME,
    "outcome" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "Activity_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Group" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "nameFolded" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "GroupMember" (
    "groupUid" TEXT NOT NULL,
    "memberUid" TEXT NOT NULL,

    PRIMARY KEY ("groupUid", "memberUid"),
    CONSTRAINT "GroupMember_groupUid_fkey" FOREIGN KEY ("groupUid") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "GroupMember_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "List" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "uid" TEXT NOT NULL,
    "ownerUid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameWords" TEXT NOT NULL,
    "sharing" TEXT NOT NULL DEFAULT 'SHARING_PRIVATE',
    "sharedEdit" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "archivedAt" DATETIME,
    "archivedByUid" TEXT,
    "deletedAt" DATETIME,
    "deletedByUid" TEXT,
    "deletedViaTokenUid" TEXT,
    CONSTRAINT "List_ownerUid_fkey" FOREIGN KEY ("ownerUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "List_archivedByUid_fkey" FOREIGN KEY ("archivedByUid") REFERENCES "Member" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "List_deletedByUid_fkey" FOREIGN KEY ("deletedByUid") REFERENCES "Member" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "List_deletedViaTokenUid_fkey" FOREIGN KEY ("deletedViaTokenUid") REFERENCES "AccessToken" ("uid") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ListMember" (
    "listUid" TEXT NOT NULL,
    "memberUid" TEXT NOT NULL,

    PRIMARY KEY ("listUid", "memberUid"),
    CONSTRAINT "ListMember_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListMember_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ListGroup" (
    "listUid" TEXT NOT NULL,
    "groupUid" TEXT NOT NULL,

    PRIMARY KEY ("listUid", "groupUid"),
    CONSTRAINT "ListGroup_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListGroup_groupUid_fkey" FOREIGN KEY ("groupUid") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Pin" (
    "listUid" TEXT NOT NULL,
    "memberUid" TEXT NOT NULL,

    PRIMARY KEY ("listUid", "memberUid"),
    CONSTRAINT "Pin_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Pin_memberUid_fkey" FOREIGN KEY ("memberUid") REFERENCES "Member" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Item" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "uid" TEXT NOT NULL,
    "listUid" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "labelWords" TEXT NOT NULL,
    "quantity" TEXT NOT NULL DEFAULT '',
    "dueOn" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "noteWords" TEXT NOT NULL DEFAULT '',
    "rank" REAL NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "addedByUid" TEXT,
    "addedViaTokenUid" TEXT,
    "doneAt" DATETIME,
    "doneByUid" TEXT,
    "deletedAt" DATETIME,
    "deletedByUid" TEXT,
    "deletedViaTokenUid" TEXT,
    CONSTRAINT "Item_listUid_fkey" FOREIGN KEY ("listUid") REFERENCES "List" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Item_addedByUid_fkey" FOREIGN KEY ("addedByUid") REFERENCES "Member" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Item_addedViaTokenUid_fkey" FOREIGN KEY ("addedViaTokenUid") REFERENCES "AccessToken" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Item_doneByUid_fkey" FOREIGN KEY ("doneByUid") REFERENCES "Member" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Item_deletedByUid_fkey" FOREIGN KEY ("deletedByUid") REFERENCES "Member" ("uid") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Item_deletedViaTokenUid_fkey" FOREIGN KEY ("deletedViaTokenUid") REFERENCES "AccessToken" ("uid") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Change" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "listUid" TEXT NOT NULL DEFAULT '',
    "itemUid" TEXT NOT NULL DEFAULT '',
    "byUid" TEXT NOT NULL DEFAULT '',
    "viaToken" TEXT NOT NULL DEFAULT '',
    "viaTokenUid" TEXT NOT NULL DEFAULT '',
    "toUid" TEXT NOT NULL DEFAULT '',
    "was" TEXT NOT NULL DEFAULT '',
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "FirstAnswer" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "output" TEXT NOT NULL,
    "listUids" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("caller", "key")
);

-- CreateTable
CREATE TABLE "Stream" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "node" TEXT NOT NULL,
    "memberUid" TEXT NOT NULL,
    "listUid" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "seenAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Instance_publicListUid_idx" ON "Instance"("publicListUid");

-- CreateIndex
CREATE UNIQUE INDEX "Member_emailFolded_key" ON "Member"("emailFolded");

-- CreateIndex
CREATE UNIQUE INDEX "Session_uid_key" ON "Session"("uid");

-- CreateIndex
CREATE INDEX "Session_memberUid_idx" ON "Session"("memberUid");

-- CreateIndex
CREATE INDEX "Pair_memberUid_idx" ON "Pair"("memberUid");

-- CreateIndex
CREATE INDEX "RefreshToken_pairUid_idx" ON "RefreshToken"("pairUid");

-- CreateIndex
CREATE INDEX "PairAccessToken_pairUid_idx" ON "PairAccessToken"("pairUid");

-- CreateIndex
CREATE UNIQUE INDEX "AccessToken_secretHash_key" ON "AccessToken"("secretHash");

-- CreateIndex
CREATE INDEX "AccessToken_memberUid_idx" ON "AccessToken"("memberUid");

-- CreateIndex
CREATE INDEX "TokenList_listUid_idx" ON "TokenList"("listUid");

-- CreateIndex
CREATE INDEX "WrongPassword_bucket_at_idx" ON "WrongPassword"("bucket", "at");

-- CreateIndex
CREATE INDEX "WrongPassword_at_idx" ON "WrongPassword"("at");

-- CreateIndex
CREATE INDEX "JoinRequest_state_createdAt_idx" ON "JoinRequest"("state", "createdAt");

-- CreateIndex
CREATE INDEX "ResetRequest_state_createdAt_idx" ON "ResetRequest"("state", "createdAt");

-- CreateIndex
CREATE INDEX "ResetRequest_memberUid_idx" ON "ResetRequest"("memberUid");

-- CreateIndex
CREATE INDEX "Activity_memberUid_createdAt_idx" ON "Activity"("memberUid", "createdAt");

-- CreateIndex
CREATE INDEX "Activity_targetUid_idx" ON "Activity"("targetUid");

-- CreateIndex
CREATE UNIQUE INDEX "Group_nameFolded_key" ON "Group"("nameFolded");

-- CreateIndex
CREATE INDEX "GroupMember_memberUid_idx" ON "GroupMember"("memberUid");

-- CreateIndex
CREATE UNIQUE INDEX "List_uid_key" ON "List"("uid");

-- CreateIndex
CREATE INDEX "List_ownerUid_idx" ON "List"("ownerUid");

-- CreateIndex
CREATE INDEX "List_sharing_idx" ON "List"("sharing");

-- CreateIndex
CREATE INDEX "List_archivedByUid_idx" ON "List"("archivedByUid");

-- CreateIndex
CREATE INDEX "List_deletedByUid_idx" ON "List"("deletedByUid");

-- CreateIndex
CREATE INDEX "List_deletedViaTokenUid_idx" ON "List"("deletedViaTokenUid");

-- CreateIndex
CREATE INDEX "List_deletedAt_idx" ON "List"("deletedAt");

-- CreateIndex
CREATE INDEX "ListMember_memberUid_idx" ON "ListMember"("memberUid");

-- CreateIndex
CREATE INDEX "ListGroup_groupUid_idx" ON "ListGroup"("groupUid");

-- CreateIndex
CREATE INDEX "Pin_memberUid_idx" ON "Pin"("memberUid");

-- CreateIndex
CREATE UNIQUE INDEX "Item_uid_key" ON "Item"("uid");

-- CreateIndex
CREATE INDEX "Item_listUid_deletedAt_rank_uid_idx" ON "Item"("listUid", "deletedAt", "rank", "uid");

-- CreateIndex
CREATE INDEX "Item_dueOn_idx" ON "Item"("dueOn");

-- CreateIndex
CREATE INDEX "Item_addedByUid_idx" ON "Item"("addedByUid");

-- CreateIndex
CREATE INDEX "Item_addedViaTokenUid_idx" ON "Item"("addedViaTokenUid");

-- CreateIndex
CREATE INDEX "Item_doneByUid_idx" ON "Item"("doneByUid");

-- CreateIndex
CREATE INDEX "Item_deletedByUid_idx" ON "Item"("deletedByUid");

-- CreateIndex
CREATE INDEX "Item_deletedViaTokenUid_idx" ON "Item"("deletedViaTokenUid");

-- CreateIndex
CREATE INDEX "Item_deletedAt_idx" ON "Item"("deletedAt");

-- CreateIndex
CREATE INDEX "Change_at_idx" ON "Change"("at");

-- CreateIndex
CREATE INDEX "Change_viaTokenUid_number_idx" ON "Change"("viaTokenUid", "number");

-- CreateIndex
CREATE INDEX "Change_itemUid_idx" ON "Change"("itemUid");

-- CreateIndex
CREATE INDEX "FirstAnswer_createdAt_idx" ON "FirstAnswer"("createdAt");

-- CreateIndex
CREATE INDEX "Stream_memberUid_idx" ON "Stream"("memberUid");

-- CreateIndex
CREATE INDEX "Stream_listUid_idx" ON "Stream"("listUid");

-- CreateIndex
CREATE INDEX "Stream_node_idx" ON "Stream"("node");
