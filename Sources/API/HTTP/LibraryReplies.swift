import CHTTPReplies
import CMicroHTTPD
import Glibc

/// The answers to requests that the library refuses before this program sees them.
enum LibraryReplies {
    /// From now on they have this program's form and fields.
    static func take() { nj_set_reply_maker(makeReply) }

    /// The problem that a status of the library's means.
    static func problem(_ status: Int) -> HTTPProblem {
        var problem =
            switch status {
            case 413:
                HTTPProblem(status: 413, "payload-too-large", "Too large", "The body is longer than can be counted.")
            case 414: HTTPProblem.longAddress
            case 431:
                HTTPProblem(
                    status: 431, "validation-error", "Header fields too large",
                    "The head of the request has more than 16 KB; send fewer and shorter fields.")
            case 505:
                HTTPProblem(status: 505, "validation-error", "Unknown version", "This is a server of HTTP/1.0 and 1.1.")
            case 500...:
                HTTPProblem(
                    status: status, "internal-server-error", "Internal error", "The request cannot be taken now.")
            default: HTTPProblem(status: status, "validation-error", "Bad request", "This is no request of HTTP/1.1.")
            }
        problem.closesConnection = true
        return problem
    }
}

extension HTTPProblem {
    fileprivate init(status: Int, _ kind: String, _ title: String, _ detail: String) {
        self.init(status: status, kind: kind, title: title, detail: detail)
    }

    /// 414: the address is longer than ``RequestLine`` allows.
    static var longAddress: HTTPProblem {
        var problem = HTTPProblem(
            status: 414, "validation-error", "Address too long",
            "An address has at most \(RequestLine.longest) bytes and \(RequestLine.mostArguments) arguments.")
        problem.closesConnection = true
        return problem
    }
}

extension HTTPResponse {
    /// The whole answer as it goes over the wire, for one that does not go through the library; nil without bytes.
    fileprivate var wire: [UInt8]? {
        guard case .bytes(let body) = body else { return nil }
        let reason = MHD_get_reason_phrase_for(UInt32(clamping: status)).map { String(cString: $0) } ?? ""
        var text = "HTTP/1.1 \(status) \(reason)\r\nDate: \(Self.date(time(nil)))\r\n"
        for (name, value) in Self.securityFields where headers[name] == nil { text += "\(name): \(value)\r\n" }
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        return Array("\(text)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// A time as heads have it (RFC 9110 section 5.6.7), in English whatever the language of the system.
    private static func date(_ seconds: time_t) -> String {
        var (seconds, parts) = (seconds, tm())
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(1900 + parts.tm_year) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}

/// Called by the library's thread for each request that it refuses.
private func makeReply(_ status: UInt32, _ bytes: UnsafeMutablePointer<UInt8>?, _ room: Int) -> Int {
    let answer = LibraryReplies.problem(Int(status)).refusal()
    guard let bytes, let wire = answer.wire, wire.count <= room else { return 0 }
    bytes.update(from: wire, count: wire.count)
    return wire.count
}
