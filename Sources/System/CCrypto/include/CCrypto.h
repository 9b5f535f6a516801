// Certificates, signatures and ciphers by libcrypto, and QR codes by libqrencode; both are opened at their first use, so that a
// gateway on loopback does without them.
#ifndef NIGHTJAR_CCRYPTO_H
#define NIGHTJAR_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether libcrypto can be loaded.
bool nj_crypto_is_there(void);

/// Makes a key (P-256) and a certificate for it, both as PEM to be freed with `free`. With `authority_certificate` and
/// `authority_key` these sign it, else it is an authority that signs itself. `names` is a subjectAltName such as
/// "DNS:nightjar.local,IP:192.168.1.2", NULL for an authority. Returns 0, or -1 when libcrypto refuses.
int nj_crypto_certificate(
    const char *name, const char *names, int days, const char *authority_certificate, const char *authority_key,
    char **certificate, char **key);

/// When the first certificate in a PEM text ends, in seconds since 1970; -1 for what is none.
int64_t nj_crypto_certificate_end(const char *certificate);

/// Whether the key in one PEM text is that of the certificate in another.
bool nj_crypto_is_pair(const char *certificate, const char *key);

/// Whether `signature` over `message` was made by the RSA key of modulus `n` and exponent `e` (RS256: PKCS#1 1.5 with
/// SHA-256): 1 when it was, 0 when not, -1 when libcrypto is not there or refuses the key.
int nj_crypto_verify_rs256(
    const uint8_t *n, size_t n_size, const uint8_t *e, size_t e_size, const uint8_t *message, size_t message_size,
    const uint8_t *signature, size_t signature_size);

/// The same for a key of P-256 with the coordinates `x` and `y`, 32 bytes each, and a signature of 64 (ES256, RFC 7518
/// section 3.4).
int nj_crypto_verify_es256(
    const uint8_t *x, const uint8_t *y, const uint8_t *message, size_t message_size, const uint8_t *signature);

/// One block of 16 bytes under a key of 16 (AES-128, FIPS 197). Returns 0, or -1 when libcrypto is not there.
int nj_crypto_aes128(const uint8_t *key, const uint8_t *block, uint8_t *encrypted);

/// The modules of a QR code of `text`, row by row, 1 for dark, to be freed with `free`; `width` is their number a side.
/// NULL when libqrencode is not there or the text too long.
uint8_t *nj_qr_code(const char *text, int *width);

#endif
