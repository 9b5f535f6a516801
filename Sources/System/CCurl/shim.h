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

// Many transfers on one thread. The first call of all: CURLE_FAILED_INIT when libcurl is not there.
static inline CURLcode nj_curl_global_init(void) {
    CURLcode (*init)(long) = nj_curl_symbol("curl_global_init");
    return init ? init(CURL_GLOBAL_ALL) : CURLE_FAILED_INIT;
}
static inline CURLM *nj_curl_multi_init(void) {
    CURLM *(*init)(void) = nj_curl_symbol("curl_multi_init");
    return init ? init() : NULL;
}
static inline void nj_curl_multi_cleanup(CURLM *multi) {
    CURLMcode (*cleanup)(CURLM *) = nj_curl_symbol("curl_multi_cleanup");
    cleanup(multi);
}
static inline CURLMcode nj_curl_multi_add(CURLM *multi, CURL *handle) {
    CURLMcode (*add)(CURLM *, CURL *) = nj_curl_symbol("curl_multi_add_handle");
    return add(multi, handle);
}
static inline CURLMcode nj_curl_multi_remove(CURLM *multi, CURL *handle) {
    CURLMcode (*remove)(CURLM *, CURL *) = nj_curl_symbol("curl_multi_remove_handle");
    return remove(multi, handle);
}
static inline CURLMcode nj_curl_multi_perform(CURLM *multi) {
    int running;
    CURLMcode (*perform)(CURLM *, int *) = nj_curl_symbol("curl_multi_perform");
    return perform(multi, &running);
}
static inline CURLMcode nj_curl_multi_poll(CURLM *multi, int milliseconds) {
    CURLMcode (*poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *) = nj_curl_symbol("curl_multi_poll");
    return poll(multi, NULL, 0, milliseconds, NULL);
}
static inline CURLMcode nj_curl_multi_wakeup(CURLM *multi) {
    CURLMcode (*wakeup)(CURLM *) = nj_curl_symbol("curl_multi_wakeup");
    return wakeup(multi);
}
// A transfer that has ended, with its outcome; NULL when there is none.
static inline CURL *nj_curl_multi_ended(CURLM *multi, CURLcode *code) {
    int left;
    CURLMsg *(*read)(CURLM *, int *) = nj_curl_symbol("curl_multi_info_read");
    CURLMsg *message = read(multi, &left);
    while (message && message->msg != CURLMSG_DONE) message = read(multi, &left);
    if (!message) return NULL;
    *code = message->data.result;
    return message->easy_handle;
}
static inline CURLcode nj_curl_resume(CURL *handle) {
    CURLcode (*pause)(CURL *, int) = nj_curl_symbol("curl_easy_pause");
    return pause(handle, CURLPAUSE_CONT);
}
// One more line of a list, which is NULL at first; NULL when memory is short, and then the list is as it was.
static inline struct curl_slist *nj_curl_list_append(struct curl_slist *list, const char *line) {
    struct curl_slist *(*append)(struct curl_slist *, const char *) = nj_curl_symbol("curl_slist_append");
    return append(list, line);
}
static inline CURLcode nj_curl_set_header(
    CURL *handle, size_t (*function)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = nj_curl_setopt()(handle, CURLOPT_HEADERFUNCTION, function);
    return code == CURLE_OK ? nj_curl_setopt()(handle, CURLOPT_HEADERDATA, context) : code;
}
static inline CURLcode nj_curl_set_seek(CURL *handle, int (*function)(void *, curl_off_t, int), void *context) {
    CURLcode code = nj_curl_setopt()(handle, CURLOPT_SEEKFUNCTION, function);
    return code == CURLE_OK ? nj_curl_setopt()(handle, CURLOPT_SEEKDATA, context) : code;
}
static inline CURLcode nj_curl_set_body(CURL *handle, const void *bytes, curl_off_t count) {
    CURLcode code = nj_curl_setopt()(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code == CURLE_OK ? nj_curl_setopt()(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}
