import CCurl
import Signals

/// Talks to a running gateway, over its unix socket or at an address.
struct GatewayClient {
    /// Where the gateway listens.
    enum Endpoint {
        /// The path of its socket.
        case socket(String)
        /// A base URL such as `http://127.0.0.1:8001`.
        case address(String)
    }

    /// A reply: HTTP status and body.
    struct Reply {
        var status: Int
        var body: [UInt8]
    }

    let endpoint: Endpoint
    /// The file with the authority that vouches for the gateway, beside what was kept at signing in.
    var authority: String?

    init(endpoint: Endpoint, authority: String? = nil) {
        self.endpoint = endpoint
        self.authority = authority
    }

    /// Sends a request and waits for the whole reply.
    /// - Throws: `Failure` with code `notFound` when no gateway answers.
    func request(
        _ method: String, _ path: String, upload: FileUpload? = nil, json: [UInt8]? = nil
    ) throws -> Reply {
        let token = kept?.access
        let reply = try exchange(method, path, upload: upload, json: json, token: token)
        // Once, and not for a file that has been read already.
        guard reply.status == 401, token != nil, upload == nil, try renew() else { return reply }
        return try exchange(method, path, json: json, token: kept?.access)
    }

    /// Sends a request with a token and waits for the whole reply.
    func exchange(
        _ method: String, _ path: String, upload: FileUpload? = nil, json: [UInt8]? = nil, token: String?
    ) throws -> Reply {
        var body: [UInt8] = []
        let status = try perform(method, path, upload: upload, json: json, token: token) { chunk in
            body += chunk
            return true
        }
        return Reply(status: status, body: body)
    }

    /// Sends a request and hands on the reply as it comes, until the end or until `receive` returns false.
    /// - Throws: `Failure` with code `notFound` when no gateway answers.
    func stream(_ path: String, receive: @escaping (UnsafeRawBufferPointer) -> Bool) throws -> Int {
        try perform("GET", path, upload: nil, json: nil, token: kept?.access, receive: receive)
    }

    private func perform(
        _ method: String, _ path: String, upload: FileUpload?, json: [UInt8]?, token: String?,
        receive: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws -> Int {
        guard let handle = nj_curl_init() else {
            throw Failure(.failed, "libcurl cannot be loaded; install the package libcurl4.")
        }
        defer { nj_curl_cleanup(handle) }
        let exchange = CurlExchange(receive: receive, upload: upload)
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        nj_curl_set_string(handle, CURLOPT_URL, base + path)
        nj_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        nj_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, 5)
        if case .socket(let path) = endpoint { nj_curl_set_string(handle, CURLOPT_UNIX_SOCKET_PATH, path) }
        let list = token.flatMap { nj_curl_list("Authorization: Bearer \($0)") }
        defer { if let list { nj_curl_list_free(list) } }
        if let list { nj_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list) }
        if let file = authority ?? kept?.authority { nj_curl_set_string(handle, CURLOPT_CAINFO, file) }
        if let upload {
            nj_curl_set_long(handle, CURLOPT_UPLOAD, 1)
            nj_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.size))
            nj_curl_set_read(handle, curlRead, context)
        }
        if let json { nj_curl_set_string(handle, CURLOPT_COPYPOSTFIELDS, String(decoding: json, as: UTF8.self)) }
        nj_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, method)
        nj_curl_set_write(handle, curlWrite, context)
        let code = withExtendedLifetime(exchange) { nj_curl_perform(handle) }
        if code == CURLE_WRITE_ERROR && exchange.isStopped { return 200 }
        guard code == CURLE_OK else { throw exchange.uploadError ?? failure(code) }
        var status = 0
        nj_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    private var base: String {
        if case .address(let url) = endpoint { url } else { "http://localhost" }
    }

    private func failure(_ code: CURLcode) -> Failure {
        let place =
            switch endpoint {
            case .socket(let path): path
            case .address(let url): url
            }
        let reason = String(cString: nj_curl_message(code))
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return Failure(.usage, "\(place) is no address of a gateway; write http://127.0.0.1:8001, for example.")
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_OPERATION_TIMEDOUT:
            return Failure(
                .notFound,
                "No gateway answers at \(place) (\(reason)). Start one with `nightjar serve`, or say where it is.")
        default:
            return Failure(.failed, "The connection to the gateway at \(place) is lost (\(reason)).")
        }
    }
}

extension GatewayClient {
    /// Where the gateway is.
    static let options = [
        DataFolder.option, Option("--url", "URL", "the address of a gateway, instead of the socket in DIR"),
    ]

    /// The gateway that `--url` or `--data` names.
    init(_ arguments: Arguments) throws {
        if let url = arguments.value("--url") {
            endpoint = .address(url.hasSuffix("/") ? String(url.dropLast()) : url)
        } else {
            endpoint = .socket(try DataFolder(arguments).socket)
        }
    }
}
