-- Accounts of people. Columns in camel case are those of the auth library, and dates in them are ISO 8601.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE, -- lower case
  emailVerified INTEGER NOT NULL,
  image TEXT, -- the library's; never filled
  twoFactorEnabled INTEGER,
  termsAcceptedAt TEXT NOT NULL,
  isOperator INTEGER NOT NULL DEFAULT 0,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token TEXT NOT NULL UNIQUE, -- of no use without the signature that the cookie carries
  expiresAt TEXT NOT NULL,
  ipAddress TEXT, -- the library's; never filled
  userAgent TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_account ON sessions (userId);

-- Hashed passwords.
CREATE TABLE credentials (
  id TEXT PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  accountId TEXT NOT NULL, -- the same as userId
  providerId TEXT NOT NULL, -- always "credential"
  password TEXT, -- salt and scrypt hash
  accessToken TEXT, -- these six are the library's; never filled
  refreshToken TEXT,
  idToken TEXT,
  accessTokenExpiresAt TEXT,
  refreshTokenExpiresAt TEXT,
  scope TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;

CREATE INDEX credentials_account ON credentials (userId);

-- What was mailed or is half done: resets of passwords, second steps of a sign-in.
CREATE TABLE verifications (
  id TEXT PRIMARY KEY,
  identifier TEXT NOT NULL, -- hashed
  value TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;

CREATE INDEX verifications_identifier ON verifications (identifier);

CREATE TABLE second_factors (
  id TEXT PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  secret TEXT NOT NULL, -- encrypted under SESSION_SECRET, as are the codes
  backupCodes TEXT NOT NULL,
  verified INTEGER,
  failedVerificationCount INTEGER,
  lockedUntil TEXT
) STRICT;

CREATE INDEX second_factors_account ON second_factors (userId);

-- The two wallets of an account. Rows outlive it, without its id, for the ledgers do.
CREATE TABLE account_wallet (
  wallet TEXT PRIMARY KEY, -- type and handle
  account_id TEXT, -- null once the account is deleted
  type TEXT NOT NULL CHECK (type IN ('test', 'live')),
  hidden_key_id TEXT NOT NULL,
  created_at INTEGER NOT NULL, -- Unix milliseconds, as are the next two
  opened_at INTEGER, -- null until its ledger is open
  credited_at INTEGER, -- null until the credits of the sign-up were given, or known not to be due
  UNIQUE (account_id, type)
) STRICT;

-- Addresses that got the credits of a sign-up, as HMAC. They are remembered when the account is deleted.
CREATE TABLE credited_address (
  hmac TEXT PRIMARY KEY,
  account_id TEXT, -- who got them; null once the account is deleted
  credited_at INTEGER NOT NULL
) STRICT;

-- Invitations to sign up.
CREATE TABLE invitation (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  note TEXT, -- whom it is for, in the operator's words
  created_by TEXT, -- id of the operator's account; null where the command line made it
  created_at INTEGER NOT NULL, -- Unix milliseconds
  expires_at INTEGER NOT NULL,
  used_at INTEGER -- null while it can be used
) STRICT;

-- Keys that an account made, or that were made for its wallets.
ALTER TABLE keys ADD COLUMN account_id TEXT;
CREATE INDEX keys_account ON keys (account_id, created_at DESC, id DESC);
