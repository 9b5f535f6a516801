import Accounts
import CCurl
import Documents
import Runtime
import Signals

/// Gets the keys of OpenID providers: from files, or over TLS by libcurl, which is loaded for it.
enum OpenIDKeysFetch {
    private static let limit = 1 << 20

    /// What an owner's `openid.json` beside the store says; nil where there is none.
    static func register(folder: String, clock: any HostClock) throws -> OpenIDRegistry? {
        guard let bytes = try SystemFile.read("\(folder)/openid.json", limit: limit) else { return nil }
        let thread = ThreadExecutor()
        return OpenIDRegistry(try OpenIDProvider.providers(bytes), clock: clock) { place in
            try await withTaskExecutorPreference(thread) { try get(place) }
        }
    }

    private static func get(_ place: String) throws -> (bytes: [UInt8], lifetime: Double?) {
        guard place.hasPrefix("https://") else {
            guard let bytes = try SystemFile.read(place, limit: limit) else {
                throw Failure(.notFound, "There are no keys in \(place).")
            }
            return (bytes, nil)
        }
        guard let handle = nj_curl_init() else {
            throw Failure(.failed, "libcurl cannot be loaded; install the package libcurl4.")
        }
        defer { nj_curl_cleanup(handle) }
        let reply = Reply()
        let context = Unmanaged.passUnretained(reply).toOpaque()
        nj_curl_set_string(handle, CURLOPT_URL, place)
        nj_curl_set_string(handle, CURLOPT_USERAGENT, "Nightjar/\(Version.current)")
        nj_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        nj_curl_set_long(handle, CURLOPT_TIMEOUT, 10)
        nj_curl_set_write(handle, collect, context)
        // The head comes first, in the same stream, so that one callback hears how long the keys may be kept.
        nj_curl_set_long(handle, CURLOPT_HEADER, 1)
        let code = withExtendedLifetime(reply) { nj_curl_perform(handle) }
        var status = 0
        nj_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        guard code == CURLE_OK, status == 200 else { throw Failure(.failed, "The keys of a provider cannot be had.") }
        return split(reply.bytes)
    }

    /// The body behind the last head, and `max-age` of that head.
    static func split(_ bytes: [UInt8]) -> (bytes: [UInt8], lifetime: Double?) {
        var rest = bytes[...]
        var head = ""
        while rest.starts(with: Array("HTTP/".utf8)), let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            rest = rest[end.upperBound...]
        }
        let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("cache-control:") }
        return (Array(rest), line.flatMap { ageDigits(String($0)) })
    }

    private static func ageDigits(_ line: String) -> Double? {
        guard let range = line.firstRange(of: "max-age=") else { return nil }
        return Double(line[range.upperBound...].prefix { $0.isNumber })
    }

    fileprivate final class Reply {
        var bytes: [UInt8] = []
    }
}

/// Takes what comes, up to a limit; a function of the file because C calls it.
private func collect(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let context, let bytes else { return 0 }
    let reply = Unmanaged<OpenIDKeysFetch.Reply>.fromOpaque(context).takeUnretainedValue()
    guard reply.bytes.count + size * count <= 1 << 20 else { return 0 }
    reply.bytes += UnsafeRawBufferPointer(start: bytes, count: size * count)
    return size * count
}
