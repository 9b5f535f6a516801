#define _GNU_SOURCE 1
#include "CCrypto.h"

#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *crypto(void) { return dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL); }

// Each function under its own name with an `f`, looked up where it is used. No function below is reached without the
// library: the entries ask for it first.
#define USE(name) __typeof__(name) *f##name = (__typeof__(name) *)dlsym(crypto(), #name)

bool nj_crypto_is_there(void) { return crypto() != NULL; }

static char *text_of(BIO *bio) {
    USE(BIO_ctrl);
    char *bytes = NULL;
    long size = fBIO_ctrl(bio, BIO_CTRL_INFO, 0, &bytes);
    return size > 0 && bytes != NULL ? strndup(bytes, (size_t)size) : NULL;
}

static X509 *read_certificate(const char *text) {
    USE(BIO_new_mem_buf); USE(PEM_read_bio_X509); USE(BIO_free);
    BIO *bio = fBIO_new_mem_buf(text, -1);
    if (bio == NULL) return NULL;
    X509 *certificate = fPEM_read_bio_X509(bio, NULL, NULL, NULL);
    fBIO_free(bio);
    return certificate;
}

static EVP_PKEY *read_key(const char *text) {
    USE(BIO_new_mem_buf); USE(PEM_read_bio_PrivateKey); USE(BIO_free);
    BIO *bio = fBIO_new_mem_buf(text, -1);
    if (bio == NULL) return NULL;
    EVP_PKEY *key = fPEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    fBIO_free(bio);
    return key;
}

static int extend(X509 *certificate, X509 *issuer, int kind, const char *value) {
    USE(X509V3_set_ctx); USE(X509V3_EXT_conf_nid); USE(X509_add_ext); USE(X509_EXTENSION_free);
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    fX509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = fX509V3_EXT_conf_nid(NULL, &context, kind, value);
    if (extension == NULL) return 0;
    int done = fX509_add_ext(certificate, extension, -1);
    fX509_EXTENSION_free(extension);
    return done;
}

static int fill(X509 *certificate, X509 *issuer, EVP_PKEY *key, const char *name, const char *names, int days) {
    USE(X509_set_version); USE(X509_get_serialNumber); USE(BN_rand); USE(BN_new); USE(BN_free);
    USE(BN_to_ASN1_INTEGER); USE(X509_gmtime_adj); USE(X509_getm_notBefore); USE(X509_getm_notAfter);
    USE(X509_set_pubkey); USE(X509_get_subject_name); USE(X509_NAME_add_entry_by_txt); USE(X509_set_issuer_name);
    BIGNUM *serial = fBN_new();
    int done = serial != NULL && fBN_rand(serial, 120, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1
        && fBN_to_ASN1_INTEGER(serial, fX509_get_serialNumber(certificate)) != NULL;
    if (serial != NULL) fBN_free(serial);
    if (!done || fX509_set_version(certificate, 2) != 1) return 0;
    // A day of grace for clients whose clock is behind.
    fX509_gmtime_adj(fX509_getm_notBefore(certificate), -86400);
    fX509_gmtime_adj(fX509_getm_notAfter(certificate), (long)days * 86400);
    X509_NAME *subject = fX509_get_subject_name(certificate);
    if (fX509_set_pubkey(certificate, key) != 1
        || fX509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) != 1
        || fX509_set_issuer_name(certificate, fX509_get_subject_name(issuer)) != 1) return 0;
    if (!extend(certificate, issuer, NID_subject_key_identifier, "hash")) return 0;
    if (names == NULL) {
        return extend(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
            && extend(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    }
    return extend(certificate, issuer, NID_authority_key_identifier, "keyid:always")
        && extend(certificate, issuer, NID_basic_constraints, "critical,CA:FALSE")
        && extend(certificate, issuer, NID_key_usage, "critical,digitalSignature")
        && extend(certificate, issuer, NID_ext_key_usage, "serverAuth")
        && extend(certificate, issuer, NID_subject_alt_name, names);
}

int nj_crypto_certificate(
    const char *name, const char *names, int days, const char *authority_certificate, const char *authority_key,
    char **certificate, char **key) {
    if (crypto() == NULL) return -1;
    USE(EVP_PKEY_Q_keygen); USE(EVP_PKEY_free); USE(X509_new); USE(X509_free); USE(X509_sign); USE(EVP_sha256);
    USE(BIO_new); USE(BIO_s_mem); USE(BIO_free); USE(PEM_write_bio_X509); USE(PEM_write_bio_PrivateKey);
    int result = -1;
    *certificate = NULL;
    *key = NULL;
    EVP_PKEY *made = fEVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    X509 *new = fX509_new();
    X509 *issuer = authority_certificate != NULL ? read_certificate(authority_certificate) : new;
    EVP_PKEY *signer = authority_key != NULL ? read_key(authority_key) : made;
    BIO *first = fBIO_new(fBIO_s_mem());
    BIO *second = fBIO_new(fBIO_s_mem());
    if (made != NULL && new != NULL && issuer != NULL && signer != NULL && first != NULL && second != NULL
        && fill(new, issuer, made, name, names, days) && fX509_sign(new, signer, fEVP_sha256()) > 0
        && fPEM_write_bio_X509(first, new) == 1
        && fPEM_write_bio_PrivateKey(second, made, NULL, NULL, 0, NULL, NULL) == 1) {
        *certificate = text_of(first);
        *key = text_of(second);
        if (*certificate != NULL && *key != NULL) result = 0;
    }
    if (first != NULL) fBIO_free(first);
    if (second != NULL) fBIO_free(second);
    if (issuer != new && issuer != NULL) fX509_free(issuer);
    if (signer != made && signer != NULL) fEVP_PKEY_free(signer);
    if (new != NULL) fX509_free(new);
    if (made != NULL) fEVP_PKEY_free(made);
    return result;
}

int64_t nj_crypto_certificate_end(const char *text) {
    if (crypto() == NULL) return -1;
    USE(X509_get0_notAfter); USE(ASN1_TIME_to_tm); USE(X509_free);
    X509 *certificate = read_certificate(text);
    if (certificate == NULL) return -1;
    struct tm time = {0};
    int64_t end = fASN1_TIME_to_tm(fX509_get0_notAfter(certificate), &time) == 1 ? (int64_t)timegm(&time) : -1;
    fX509_free(certificate);
    return end;
}

bool nj_crypto_is_pair(const char *certificate_text, const char *key_text) {
    if (crypto() == NULL) return false;
    USE(X509_check_private_key); USE(X509_free); USE(EVP_PKEY_free);
    X509 *certificate = read_certificate(certificate_text);
    EVP_PKEY *key = read_key(key_text);
    bool is_pair = certificate != NULL && key != NULL && fX509_check_private_key(certificate, key) == 1;
    if (certificate != NULL) fX509_free(certificate);
    if (key != NULL) fEVP_PKEY_free(key);
    return is_pair;
}

static EVP_PKEY *key_of(const char *type, OSSL_PARAM *parameters) {
    USE(EVP_PKEY_CTX_new_from_name); USE(EVP_PKEY_fromdata_init); USE(EVP_PKEY_fromdata); USE(EVP_PKEY_CTX_free);
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = fEVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context == NULL) return NULL;
    if (fEVP_PKEY_fromdata_init(context) == 1) fEVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    fEVP_PKEY_CTX_free(context);
    return key;
}

static int verify(
    EVP_PKEY *key, const uint8_t *message, size_t message_size, const uint8_t *signature, size_t signature_size) {
    USE(EVP_MD_CTX_new); USE(EVP_MD_CTX_free); USE(EVP_DigestVerifyInit); USE(EVP_DigestVerify); USE(EVP_sha256);
    USE(EVP_PKEY_free);
    if (key == NULL) return -1;
    int result = -1;
    EVP_MD_CTX *context = fEVP_MD_CTX_new();
    if (context != NULL && fEVP_DigestVerifyInit(context, NULL, fEVP_sha256(), NULL, key) == 1) {
        result = fEVP_DigestVerify(context, signature, signature_size, message, message_size) == 1;
    }
    if (context != NULL) fEVP_MD_CTX_free(context);
    fEVP_PKEY_free(key);
    return result;
}

int nj_crypto_verify_rs256(
    const uint8_t *n, size_t n_size, const uint8_t *e, size_t e_size, const uint8_t *message, size_t message_size,
    const uint8_t *signature, size_t signature_size) {
    if (crypto() == NULL) return -1;
    USE(BN_bin2bn); USE(BN_free); USE(OSSL_PARAM_BLD_new); USE(OSSL_PARAM_BLD_free); USE(OSSL_PARAM_BLD_push_BN);
    USE(OSSL_PARAM_BLD_to_param); USE(OSSL_PARAM_free);
    // Fewer than 2048 bits are refused by RFC 7518 section 3.3; more than 8192 are somebody's joke.
    if (n_size < 256 || n_size > 1024 || e_size < 1 || e_size > 8) return -1;
    int result = -1;
    BIGNUM *modulus = fBN_bin2bn(n, (int)n_size, NULL), *exponent = fBN_bin2bn(e, (int)e_size, NULL);
    OSSL_PARAM_BLD *builder = fOSSL_PARAM_BLD_new();
    if (modulus != NULL && exponent != NULL && builder != NULL
        && fOSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1
        && fOSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1) {
        OSSL_PARAM *parameters = fOSSL_PARAM_BLD_to_param(builder);
        if (parameters != NULL) {
            result = verify(key_of("RSA", parameters), message, message_size, signature, signature_size);
            fOSSL_PARAM_free(parameters);
        }
    }
    if (builder != NULL) fOSSL_PARAM_BLD_free(builder);
    if (modulus != NULL) fBN_free(modulus);
    if (exponent != NULL) fBN_free(exponent);
    return result;
}

int nj_crypto_verify_es256(
    const uint8_t *x, const uint8_t *y, const uint8_t *message, size_t message_size, const uint8_t *signature) {
    if (crypto() == NULL) return -1;
    USE(ECDSA_SIG_new); USE(ECDSA_SIG_free); USE(ECDSA_SIG_set0); USE(BN_bin2bn); USE(i2d_ECDSA_SIG);
    uint8_t point[65] = {4};
    memcpy(point + 1, x, 32);
    memcpy(point + 33, y, 32);
    char curve[] = "prime256v1";
    OSSL_PARAM parameters[] = {
        {OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, curve, sizeof curve - 1, OSSL_PARAM_UNMODIFIED},
        {OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, point, sizeof point, OSSL_PARAM_UNMODIFIED},
        {NULL, 0, NULL, 0, 0}};
    // JOSE writes both numbers side by side, libcrypto wants them as DER.
    ECDSA_SIG *pair = fECDSA_SIG_new();
    if (pair == NULL) return -1;
    uint8_t der[80], *end = der;
    int size = -1;
    if (fECDSA_SIG_set0(pair, fBN_bin2bn(signature, 32, NULL), fBN_bin2bn(signature + 32, 32, NULL)) == 1) {
        size = fi2d_ECDSA_SIG(pair, &end);
    }
    fECDSA_SIG_free(pair);
    if (size <= 0) return -1;
    return verify(key_of("EC", parameters), message, message_size, der, (size_t)size);
}

int nj_crypto_aes128(const uint8_t *key, const uint8_t *block, uint8_t *encrypted) {
    if (crypto() == NULL) return -1;
    USE(EVP_CIPHER_CTX_new); USE(EVP_CIPHER_CTX_free); USE(EVP_aes_128_ecb); USE(EVP_EncryptInit_ex);
    USE(EVP_CIPHER_CTX_set_padding); USE(EVP_EncryptUpdate);
    EVP_CIPHER_CTX *context = fEVP_CIPHER_CTX_new();
    if (context == NULL) return -1;
    int size = 0;
    int done = fEVP_EncryptInit_ex(context, fEVP_aes_128_ecb(), NULL, key, NULL) == 1
        && fEVP_CIPHER_CTX_set_padding(context, 0) == 1
        && fEVP_EncryptUpdate(context, encrypted, &size, block, 16) == 1 && size == 16;
    fEVP_CIPHER_CTX_free(context);
    return done ? 0 : -1;
}

// As qrencode.h 4 has it.
struct qr_code {
    int version, width;
    unsigned char *data;
};

uint8_t *nj_qr_code(const char *text, int *width) {
    void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return NULL;
    struct qr_code *(*encode)(const char *, int, int, int, int) =
        (struct qr_code * (*)(const char *, int, int, int, int)) dlsym(library, "QRcode_encodeString");
    void (*release)(struct qr_code *) = (void (*)(struct qr_code *))dlsym(library, "QRcode_free");
    if (encode == NULL || release == NULL) return NULL;
    // Any version, middle error correction, bytes, case as given.
    struct qr_code *code = encode(text, 0, 1, 2, 1);
    if (code == NULL) return NULL;
    size_t count = (size_t)code->width * (size_t)code->width;
    uint8_t *modules = malloc(count);
    if (modules != NULL) {
        for (size_t index = 0; index < count; index++) modules[index] = code->data[index] & 1;
        *width = code->width;
    }
    release(code);
    return modules;
}
