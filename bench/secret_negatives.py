"""Lines in which a secret is named, typed, passed on or imitated, but not told; and things that only look random."""

from __future__ import annotations

import base64
import hashlib
import uuid
from collections.abc import Iterator
from random import Random

# A "~" keeps apart what a scanner of this repository would take for a key.
NAMED = r"""
password = os.environ["DB_PASSWORD"]
password = os.environ.get("DB_PASSWORD", "")
password = os.getenv("DB_PASSWORD")
password=getpass()
password = getpass.getpass("Password: ")
token: str
token: str | None = None
token: Optional[str] = None
api_key: SecretStr
apiKey={apiKey}
<Client apiKey={apiKey} token={token} />
secret := cfg.Secret
secret := os.Getenv("APP_SECRET")
TOKEN=$TOKEN
export TOKEN="$(cat /run/secrets/token)"
export GITHUB_TOKEN=${GITHUB_TOKEN}
token: ${{ secrets.GITHUB_TOKEN }}
password: {{ vault_password }}
password: <your password>
api_key: <YOUR_API_KEY>
API_KEY=your-api-key-here
API_KEY=your_api_key
SECRET_KEY=changeme
SECRET_KEY=change-me
password: xxxx
password: xxxxxxxxxxxx
password: ********
password = "********"
Password: ••••••••
token=...
token = "…"
"password": "string"
"password": "<password>"
"password": "password"
type="password"
<input type="password" name="password" placeholder="Password">
def login(user: str, password: str) -> Token:
func Login(user, password string) (Token, error) {
function login(user, password) {
const { password, token } = req.body;
this.password = password;
self.token = token
self._secret = secret
config.apiKey = apiKey
opts.Password = opts.PasswordFile
password_hash = hash_password(password)
if password == "":
if (token === null) return;
assert token is not None
password is required
the password is stored in the keyring
The secret is base64-encoded
the token is invalid or expired
Password: required
token: invalid
error: bad password: authentication failed
fatal: Authentication failed for 'https://github.com/org/repo.git/'
test_password_reset_sends_mail PASSED
--- PASS: TestTokenRefresh/2_users (0.00s)
--- PASS: TestIsShadowBranch/7_hex_chars (0.00s)
PASS: 123 tests
be passed to svn via the --username and --password options
password = click.prompt("Password", hide_input=True)
with tempfile.NamedTemporaryFile("w", suffix=".htpasswd", delete=False) as f:
SSH endpoint, e.g. "ssh://687fb701029421ae5549d998@ssh.hf.jobs"
${result == "pass" ? "PASS" : "FAIL"}
tracestate: 'congo=t61rcWkgMzE,api_key=secret,rojo=00f067aa0ba902b7'
"x-secret": "!op read 'op://vault/item/secret'"
--token                                                                                 --api-key
ok  	github.com/org/app/token	0.123s
max_tokens: 4096
max_tokens=200000
input_tokens: 39427, output_tokens: 1
"total_tokens": 123456
tokens_per_second: 45.2
tokenizer: cl100k_base
token_count = 12345678
token_type: bearer
tokenUrl: https://example.com/oauth/token
next_token = page.NextToken
"nextPageToken": "CAUQAA"
pageToken=abc
cache_key = f"{user_id}:{page}"
key: value
key = "user:profile:12345"
primary_key=True
foreign_key: user_id
PRIMARY KEY (id)
sort_key = "2026-01-08T14:41:01.692Z"
partition_key: tenant_id
public_key = load_pem_public_key(data)
private_key = rsa.generate_private_key(65537, 2048)
private_key_path: /etc/ssl/private/server.key
PRIVATE_KEY_FILE=./certs/server.pem
SSH_KEY_PATH=$HOME/.ssh/id_ed25519
key_file = "certs/tls.key"
keyboard: us
keyword: async
monkey-patching-the-client-is-bad
secret_name: prod/db/credentials
secretName: my-app-tls
secretKeyRef:
secret_id = "arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf"
SECRET_ARN=arn:aws:secretsmanager:eu-west-1:123456789012:secret:db
client_secret = settings.client_secret
client_secret=config["client_secret"]
client_secret: process.env.CLIENT_SECRET,
clientSecret: process.env.CLIENT_SECRET!,
passphrase := viper.GetString("passphrase")
access_key = credentials.access_key
access_token = response.json()["access_token"]
access_token: data.access_token
const accessToken = await getAccessToken();
const token = jwt.sign(payload, secret, { expiresIn: "1h" });
const token = crypto.randomBytes(32).toString("hex");
token = secrets.token_urlsafe(32)
token := uuid.NewString()
headers["Authorization"] = f"Bearer {token}"
headers: { Authorization: `Bearer ${token}` }
-H "Authorization: Bearer $TOKEN"
-H "Authorization: Bearer <token>"
-H "Authorization: Bearer YOUR_TOKEN"
Authorization: Bearer {{token}}
req.Header.Set("Authorization", "Bearer "+token)
req.headers.authorization
Authorization: Basic <credentials>
authorization: required
curl -u user https://api.example.com
curl -u "$USER:$PASS" https://api.example.com
curl -u ${USER}:${PASSWORD} https://api.example.com
mysql -u root -p shop
mysql -p -u root
mkdir -p src/app2/x1
docker run -p 8080:80 nginx
docker login -u user --password-stdin
psql -U postgres -p 5432
ssh -p 2222 host
git push -u origin feature/token-2
python -u script2.py
sort -u file1.txt
postgres://localhost:5432/db
postgres://user@localhost/db
postgres://user:@localhost/db
postgres://user:password@localhost/db
postgres://user:pass@localhost/db
postgres://USER:PASSWORD@HOST:PORT/DB
postgres://${USER}:${PASS}@${HOST}/db
postgres://{user}:{password}@{host}/db
postgres://user:<password>@host/db
postgres://user:****@host/db
https://x-access-token:$GITHUB_TOKEN@github.com/org/repo.git
https://github.com/org/repo@v1.2.3
https://unpkg.com/@scope/package@1.2.3/dist/index.js
https://medium.com/@someone/a-post-1234567890ab
git@github.com:org/repo.git
ssh://git@github.com/org/repo.git
user@example.com
http://localhost:3000/@vite/client
Cookie: theme=dark; lang=en
cookie: string
document.cookie = "theme=dark"
Set-Cookie: session=; Max-Age=0
cookies = {"name": value}
strings.HasPrefix(s, "ghp_")
re.compile(r"ghp_[A-Za-z0-9]{36}")
tokens start with sk-ant- or sk-proj-
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx
sk-...
AKIA****************
OPENAI_API_KEY=sk-...
ANTHROPIC_API_KEY=<your key>
sk-learn-contrib-project-template-2
sk-estimator-doc-link-v2-some-class
sk_test_helper_function_name_long_one
task-manager-implementation-2026-plan
disk-usage-analyzer-for-big-folders-2
self_referential_relationship_tests_for_orm
half_open_circuit_breaker_state_transition
npm_config_registry_url_for_workspace_one
npm_lifecycle_event_for_the_current_script
key-value-store-with-replication-v2-beta
secret_manager_client_for_google_cloud
dapi_client_initialisation_with_retries_2
TestGetOrCreateEntireSessionID_InvalidUUID
test_a_truncated_last_line_is_read_next_time_42
ManualCommitStrategyCondenseSessionByID2
com.example.project.module.submodule.ClassName1
eyJhbGciOiJIUzI1NiJ9
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk
claude-sonnet-4-5-20250929
claude-opus-4-5-20251101
text-embedding-3-small-1536-dimensions
msg_01MgtHToo6NphTfnLqaB3zp1
toolu_01A09q90qw90lq917835lq9
req_011CWv5uE2b3jNPmQsHFAXTb
pk_live_publishable_keys_are_public_12
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7x user@host
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx2Hk3 user@host
if header.startswith("-----BEGIN RSA PRIVATE ~KEY-----"):
"-----BEGIN PRIVATE ~KEY-----\n...\n-----END PRIVATE ~KEY-----"
a file that begins with -----BEGIN OPENSSH PRIVATE ~KEY----- must not be committed
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE-----
pwd: /opt/dev/work
PWD=/opt/dev/work/app2
OLDPWD=/tmp/build1
cd $(pwd) && ls
bypass=true2now
compass: north2south
passed: 12, failed: 0
passes = 42
passthrough: enabled2
pass
passport_number: str
auth: none
authorization_code: str
author: Jane Doe 2026
authors = ["jane2"]
[redacted:password]
password=[redacted:password]
Authorization: Bearer [redacted:token]
"""
RANDOM_NAMES = ("id", "commit", "sha", "hash", "digest", "checksum", "etag", "version", "revision", "sessionId")


def negatives(seed: int = 0) -> Iterator[str]:
    """What must come out as it went in."""
    yield from filter(None, NAMED.replace("~", "").split("\n"))
    random = Random(seed)
    for name in RANDOM_NAMES:
        data = random.randbytes(48)
        sha = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        sha256 = hashlib.sha256(data).hexdigest()
        coded = base64.b64encode(data + data).decode()
        one = str(uuid.UUID(bytes=data[:16], version=4))
        yield from (
            f"{name}: {sha}",
            f"{name} = {sha[:12]}",
            f'"{name}": "{one}"',
            f"{name}={one}",
            f'{name} = "sha256:{sha256}"',
            f'"integrity": "sha512-{coded[:86]}=="',
            f"data:image/png;base64,{coded}",
            f"/data/{sha[:10]}/{one}.jsonl",
            f"https://example.com/{name}/{sha}?at={one}",
            f"commit {sha} (HEAD -> main)",
            f"index {sha[:9]}..{sha[9:18]} 100644",
            f"{name} {sha256}  dist/app-{sha[:8]}.js",
            f"    --hash=sha256:{sha256} \\",
            f"session_id: {one}",
        )
