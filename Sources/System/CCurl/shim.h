#define _GNU_SOURCE 1
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl is opened at its first use and stays: a gateway, which never asks for anything, does without it and the
// thirty libraries that it brings.
static inline void *nj_curl_symbol(const char *name) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// NULL when libcurl is not there; all other functions need a handle and so need no test.
static inline CURL *nj_curl_init(void) {
    CURL *(*init)(void) = nj_curl_symbol("curl_easy_init");
    return init ? init() : NULL;
}
static inline void nj_curl_cleanup(CURL *handle) {
    void (*cleanup)(CURL *) = nj_curl_symbol("curl_easy_cleanup");
    cleanup(handle);
}
static inline CURLcode nj_curl_perform(CURL *handle) {
    CURLcode (*perform)(CURL *) = nj_curl_symbol("curl_easy_perform");
    return perform(handle);
}
static inline const char *nj_curl_message(CURLcode code) {
    const char *(*message)(CURLcode) = nj_curl_symbol("curl_easy_strerror");
    return message(code);
}

typedef CURLcode (*nj_curl_option)(CURL *, CURLoption, ...);
typedef CURLcode (*nj_curl_information)(CURL *, CURLINFO, ...);
static inline nj_curl_option nj_curl_setopt(void) { return (nj_curl_option)nj_curl_symbol("curl_easy_setopt"); }

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one typed door each.
static inline CURLcode nj_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return nj_curl_setopt()(handle, option, value);
}
static inline CURLcode nj_curl_set_long(CURL *handle, CURLoption option, long value) {
    return nj_curl_setopt()(handle, option, value);
}
// One header line as a list; NULL when memory is short.
static inline struct curl_slist *nj_curl_list(const char *line) {
    struct curl_slist *(*append)(struct curl_slist *, const char *) = nj_curl_symbol("curl_slist_append");
    return append(NULL, line);
}
static inline void nj_curl_list_free(struct curl_slist *list) {
    void (*release)(struct curl_slist *) = nj_curl_symbol("curl_slist_free_all");
    release(list);
}
static inline CURLcode nj_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return nj_curl_setopt()(handle, option, value);
}
static inline CURLcode nj_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return nj_curl_setopt()(handle, option, value);
}
static inline CURLcode nj_curl_set_write(
    CURL *handle, size_t (*function)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = nj_curl_setopt()(handle, CURLOPT_WRITEFUNCTION, function);
    return code == CURLE_OK ? nj_curl_setopt()(handle, CURLOPT_WRITEDATA, context) : code;
}
static inline CURLcode nj_curl_set_read(
    CURL *handle, size_t (*function)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = nj_curl_setopt()(handle, CURLOPT_READFUNCTION, function);
    return code == CURLE_OK ? nj_curl_setopt()(handle, CURLOPT_READDATA, context) : code;
}
static inline CURLcode nj_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return ((nj_curl_information)nj_curl_symbol("curl_easy_getinfo"))(handle, info, value);
}
