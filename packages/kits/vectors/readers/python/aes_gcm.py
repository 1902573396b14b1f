"""AES-256-GCM (FIPS 197, NIST SP 800-38D) with nonces of 12 bytes. Small and slow, and not in constant time."""


def _double(value):
    return (value << 1) ^ (0x11B if value & 0x80 else 0)


def _times(one, other):
    product = 0
    while other:
        if other & 1:
            product ^= one
        one, other = _double(one), other >> 1
    return product


def _substitution():
    """FIPS 197 section 5.1.1: the inverse in the field, then an affine map."""
    inverses = [0] * 256
    for one in range(1, 256):
        if not inverses[one]:
            other = next(other for other in range(1, 256) if _times(one, other) == 1)
            inverses[one], inverses[other] = other, one
    box = []
    for inverse in inverses:
        twice = inverse | inverse << 8
        box.append(0x63 ^ inverse ^ twice >> 7 & 0xFF ^ twice >> 6 & 0xFF ^ twice >> 5 & 0xFF ^ twice >> 4 & 0xFF)
    return box


BOX = _substitution()


def _round_keys(key):
    """FIPS 197 section 5.2 for 8 words and 14 rounds."""
    words = [list(key[at : at + 4]) for at in range(0, 32, 4)]
    constant = 1
    for at in range(8, 60):
        word = words[at - 1]
        if at % 8 == 0:
            word = [BOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _double(constant)
        elif at % 8 == 4:
            word = [BOX[byte] for byte in word]
        words.append([one ^ other for one, other in zip(words[at - 8], word)])
    return [sum(words[at : at + 4], []) for at in range(0, 60, 4)]


def _encrypt(keys, block):
    state = [one ^ other for one, other in zip(block, keys[0])]
    for number, key in enumerate(keys[1:], 1):
        # SubBytes and ShiftRows: row r of column c comes from column c + r.
        state = [BOX[state[(at + 4 * (at % 4)) % 16]] for at in range(16)]
        if number < 14:
            state = [byte for at in range(0, 16, 4) for byte in _mixed(state[at : at + 4])]
        state = [one ^ other for one, other in zip(state, key)]
    return bytes(state)


def _mixed(column):
    a, b, c, d = column
    twice = [_double(byte) for byte in column]
    return (
        twice[0] ^ twice[1] ^ b ^ c ^ d,
        a ^ twice[1] ^ twice[2] ^ c ^ d,
        a ^ b ^ twice[2] ^ twice[3] ^ d,
        twice[0] ^ a ^ b ^ c ^ twice[3],
    )


def _ghash(subkey, aad, ciphertext):
    """SP 800-38D section 6.4 over the padded parts and their lengths."""
    padded = b"".join(part + bytes(-len(part) % 16) for part in (aad, ciphertext))
    padded += (8 * len(aad)).to_bytes(8, "big") + (8 * len(ciphertext)).to_bytes(8, "big")
    hashed = 0
    for at in range(0, len(padded), 16):
        factor = hashed ^ int.from_bytes(padded[at : at + 16], "big")
        hashed, other = 0, subkey
        for bit in range(127, -1, -1):
            if factor >> bit & 1:
                hashed ^= other
            other = other >> 1 ^ (0xE1 << 120 if other & 1 else 0)
    return hashed


def _stream_and_tag(key, nonce, aad):
    keys = _round_keys(key)
    subkey = int.from_bytes(_encrypt(keys, bytes(16)), "big")

    def crypt(data):
        blocks = -(-len(data) // 16)
        stream = b"".join(_encrypt(keys, nonce + (at + 2).to_bytes(4, "big")) for at in range(blocks))
        return bytes(one ^ other for one, other in zip(data, stream))

    def tag(ciphertext):
        mask = int.from_bytes(_encrypt(keys, nonce + b"\0\0\0\1"), "big")
        return (_ghash(subkey, aad, ciphertext) ^ mask).to_bytes(16, "big")

    return crypt, tag


def seal(key, nonce, aad, plaintext):
    crypt, tag = _stream_and_tag(key, nonce, aad)
    ciphertext = crypt(plaintext)
    return ciphertext + tag(ciphertext)


def open_(key, nonce, aad, sealed):
    """The plaintext, or None if the tag does not match."""
    ciphertext, given = sealed[:-16], sealed[-16:]
    crypt, tag = _stream_and_tag(key, nonce, aad)
    return crypt(ciphertext) if len(sealed) >= 16 and tag(ciphertext) == given else None
