-- Checkouts at Stripe and what came of them. Credits move in the wallet's ledger alone, and are told here after it.
CREATE TABLE purchase (
  session_id TEXT PRIMARY KEY, -- of Stripe's checkout session
  account_id TEXT NOT NULL, -- kept when the account is deleted, as accounting needs it
  wallet TEXT NOT NULL, -- type and handle: who gets the credits
  key_id TEXT NOT NULL, -- a key of that wallet
  credits INTEGER NOT NULL, -- of the pack, as it was when the checkout began; so are the next two
  amount INTEGER NOT NULL, -- in the smallest unit of the currency
  currency TEXT NOT NULL,
  livemode INTEGER NOT NULL, -- 0 for play money
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'paid', 'failed', 'refused')),
  payment TEXT, -- Stripe's payment intent, once it is known
  created_at INTEGER NOT NULL, -- Unix milliseconds
  changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX purchase_account ON purchase (account_id, created_at DESC);
CREATE INDEX purchase_payment ON purchase (payment);

-- Money that went back to buyers: what was refunded of a payment in all, and each dispute of it.
CREATE TABLE money_back (
  payment TEXT NOT NULL, -- Stripe's payment intent; may be told before its purchase is paid
  source TEXT NOT NULL, -- "refunds", or the id of a dispute
  amount INTEGER NOT NULL,
  told_at INTEGER NOT NULL, -- Unix milliseconds
  PRIMARY KEY (payment, source)
) STRICT, WITHOUT ROWID;

-- Credits that go back with it, step by step: written down first, so that each step is told to the ledger once.
CREATE TABLE credits_back (
  session_id TEXT NOT NULL REFERENCES purchase (session_id),
  up_to INTEGER NOT NULL, -- credits of this step and those before
  credits INTEGER NOT NULL,
  taken INTEGER, -- null until the ledger has answered
  PRIMARY KEY (session_id, up_to)
) STRICT, WITHOUT ROWID;
