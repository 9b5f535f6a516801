import CHTTPReplies
import CMicroHTTPD

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

    /// 414.
    static var longAddress: HTTPProblem {
        var problem = HTTPProblem(
            status: 414, "validation-error", "Address too long",
            "An address has at most \(RequestLine.longest) bytes and \(RequestLine.mostArguments) arguments.")
        problem.closesConnection = true
        return problem
    }
}

/// Called by the library's thread for each request that it refuses.
private func makeReply(_ connection: OpaquePointer?, _ status: UInt32) -> OpaquePointer? {
    guard let connection else { return nil }
    let answer = LibraryReplies.problem(Int(status)).response(path: "/", trace: HTTPProblem.trace())
    return answer.made(on: connection, for: nil)
}
