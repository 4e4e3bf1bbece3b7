-- Whether a wallet has keys in the list: then its calls are in the request log, also where it is no account's.
CREATE INDEX keys_wallet ON keys (wallet);
