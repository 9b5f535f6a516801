import Documents

extension Asset {
    /// The addresses of each document at the top, and who may see it. One serves every screen; its script shows the one that
    /// the address names.
    private static let pages: [String: (access: Access, paths: [String])] = [
        "index.html": (
            .page,
            [
                "/", "/live", "/devices", "/nights", "/nights/{date}", "/import", "/read", "/breathe", "/watch",
                "/account", "/consent",
            ]
        ),
        "login.html": (.everybody, ["/login", "/welcome"]),
    ]

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// The files of `Web`: documents at the addresses of their screens, the others below `/assets`.
    package static func dashboard() -> [Asset] {
        EmbeddedFiles.all.flatMap { file in
            let name = "\(file.name)"
            let mediaType = name.split(separator: ".").last.flatMap { mediaTypes[String($0)] }
            let page = pages[name] ?? (.everybody, ["/assets/\(name)"])
            return page.paths.map { path in
                Asset(
                    path: path, mediaType: mediaType ?? "application/octet-stream", access: page.access,
                    bytes: UnsafeRawBufferPointer(start: file.text.utf8Start, count: file.text.utf8CodeUnitCount))
            }
        }
    }
}
