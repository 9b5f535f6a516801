package import Documents

/// A file that lives as long as the program: part of the dashboard, embedded at build time.
package struct Asset: @unchecked Sendable {  // The bytes are constant data of the program.
    /// The path under which it is served.
    package let path: String
    /// The media type, such as `text/css; charset=utf-8`.
    package let mediaType: String
    /// Its bytes.
    package let bytes: UnsafeRawBufferPointer
    /// Who may see it.
    package let access: Access
    /// A strong entity tag, quotes and all: the same for the same bytes in every build and run.
    package let entityTag: String

    /// An asset over constant bytes.
    package init(path: String, mediaType: String, access: Access = .everybody, bytes: UnsafeRawBufferPointer) {
        self.path = path
        self.access = access
        self.mediaType = mediaType
        self.bytes = bytes
        // FNV-1a with 64 bits: not against forgery, only to see that a file changed.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        entityTag = "\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
    }

    /// The page at a wrong address, whose script says so and where to go from there.
    package func responseToWrongAddress() -> HTTPResponse {
        let fields = HTTPHeaders([("Content-Type", mediaType), ("Cache-Control", "no-store")])
        return HTTPResponse(status: 404, headers: fields, body: .asset(self))
    }

    /// The answer to a request for it: 304 when the client has it already.
    package func response(to request: HTTPRequest) -> HTTPResponse {
        let known = (request.headers["If-None-Match"] ?? "").split(separator: ",").map { $0.trimmed() }
        let isKnown = known.contains { $0 == "*" || $0 == entityTag || $0 == "W/" + entityTag }
        let fields = HTTPHeaders([("Content-Type", mediaType), ("ETag", entityTag), ("Cache-Control", "no-cache")])
        return HTTPResponse(status: isKnown ? 304 : 200, headers: fields, body: isKnown ? .none : .asset(self))
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    func trimmed() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }
}

extension Asset {
    /// The addresses of each document at the top, and who may see it. One serves every screen; its script shows the one that
    /// the address names.
    private static let pages: [String: (access: Access, paths: [String])] = [
        "index.html": (
            .page,
            [
                "/", "/insights", "/insights/{id}", "/live", "/devices", "/nights", "/nights/{date}", "/nights/table",
                "/rhythm", "/trends", "/data",
                "/import", "/recordings", "/recordings/{id}", "/read", "/breathe", "/watch", "/account", "/consent",
            ]
        ),
        "login.html": (.everybody, ["/login", "/welcome"]),
        // At the top, as what it may answer for is below its own address.
        "worker.js": (.everybody, ["/worker.js"]),
        "manifest.webmanifest": (.everybody, ["/manifest.webmanifest"]),
    ]

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
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
