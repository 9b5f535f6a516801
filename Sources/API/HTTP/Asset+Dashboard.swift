extension Asset {
    /// The addresses of each document at the top. One serves every screen; its script shows the one that the address names.
    private static let pages = [
        "index.html": [
            "/", "/live", "/devices", "/nights", "/nights/{date}", "/import", "/read", "/breathe", "/watch", "/account",
            "/consent",
        ],
        "login.html": ["/login", "/welcome"],
    ]

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// The files of `Web`: documents at the addresses of their screens, the others below `/assets`.
    public static func dashboard() -> [Asset] {
        EmbeddedFiles.all.flatMap { file in
            let name = "\(file.name)"
            let mediaType = name.split(separator: ".").last.flatMap { mediaTypes[String($0)] }
            return (pages[name] ?? ["/assets/\(name)"]).map { path in
                Asset(
                    path: path, mediaType: mediaType ?? "application/octet-stream",
                    bytes: UnsafeRawBufferPointer(start: file.text.utf8Start, count: file.text.utf8CodeUnitCount))
            }
        }
    }
}
