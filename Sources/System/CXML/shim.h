#include <dlfcn.h>
#include <stddef.h>

// libxml2's text reader, opened at its first use and kept: only an EPUB needs it. These functions of its soname 2 are
// declared here, so that its headers are not needed to build.
typedef struct nj_xml_reader nj_xml_reader;

static inline void *nj_xml_symbol(const char *name) {
    void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// NULL when libxml2 is not there or memory is short; all other functions need a reader and so need no test.
static inline nj_xml_reader *nj_xml_open(const char *bytes, int count, int options) {
    nj_xml_reader *(*open)(const char *, int, const char *, const char *, int) = nj_xml_symbol("xmlReaderForMemory");
    return open ? open(bytes, count, NULL, NULL, options) : NULL;
}
static inline void nj_xml_close(nj_xml_reader *reader) {
    void (*close)(nj_xml_reader *) = nj_xml_symbol("xmlFreeTextReader");
    close(reader);
}

// The functions of one reader, looked up once.
struct nj_xml_functions {
    int (*read)(nj_xml_reader *);
    int (*type)(nj_xml_reader *);
    int (*is_empty)(nj_xml_reader *);
    const unsigned char *(*name)(nj_xml_reader *);
    const unsigned char *(*value)(nj_xml_reader *);
    unsigned char *(*attribute)(nj_xml_reader *, const unsigned char *);
};
static inline struct nj_xml_functions nj_xml_lookup(void) {
    struct nj_xml_functions functions = {
        nj_xml_symbol("xmlTextReaderRead"),           nj_xml_symbol("xmlTextReaderNodeType"),
        nj_xml_symbol("xmlTextReaderIsEmptyElement"), nj_xml_symbol("xmlTextReaderConstLocalName"),
        nj_xml_symbol("xmlTextReaderConstValue"),     nj_xml_symbol("xmlTextReaderGetAttribute"),
    };
    return functions;
}

// What the reader gives away is freed by the library's own function, which is the C library's.
static inline void nj_xml_free(unsigned char *text) {
    void (**release)(void *) = nj_xml_symbol("xmlFree");
    if (release) (*release)(text);
}
