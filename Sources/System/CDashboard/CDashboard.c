#include "CDashboard.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "web/index.html"
};

static const struct nj_asset assets[] = {
    {"/", "text/html; charset=utf-8", index_html, sizeof index_html},
};

size_t nj_asset_count(void) { return sizeof assets / sizeof assets[0]; }
struct nj_asset nj_asset_at(size_t index) { return assets[index]; }
