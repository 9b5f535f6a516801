import CCurl
import Glibc
import NightjarClient

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One request on its way and its reply.
///
/// `@unchecked Sendable`: but for the channel and the request, which do not change, only the loop's thread touches it.
final class CurlTransfer: @unchecked Sendable {
    let channel = TransferChannel()
    private let request: TransportRequest
    private let configuration: CurlTransport.Configuration
    private(set) var handle: UnsafeMutableRawPointer?
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var reader: TransportBody.Reader?
    private var readError: (any Error)?
    private var status = 0
    private var headers: [String: String] = [:]

    init(_ request: TransportRequest, _ configuration: CurlTransport.Configuration) {
        self.request = request
        self.configuration = configuration
    }

    /// Makes the curl handle; nil when memory is short.
    func open() -> UnsafeMutableRawPointer? {
        guard !channel.isOver, let handle = nj_curl_init() else { return nil }
        self.handle = handle
        let context = Unmanaged.passUnretained(self).toOpaque()
        setAddress(handle)
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            // A line break in a value would be a field of its own.
            let line = "\(name): \(value)".filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" && $0 != "\0" }
            lines = nj_curl_list_append(lines, line) ?? lines
        }
        nj_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
        nj_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
        if request.method == "HEAD" { nj_curl_set_long(handle, CURLOPT_NOBODY, 1) }
        setBody(handle, context)
        nj_curl_set_header(handle, curlHeader, context)
        nj_curl_set_write(handle, curlWrite, context)
        return handle
    }

    private func setAddress(_ handle: UnsafeMutableRawPointer) {
        nj_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        nj_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectTimeout * 1000))
        nj_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        if let patience = request.patience {
            nj_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
            nj_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, max(1, Int(min(patience, 1e6).rounded(.up))))
        }
        switch configuration.endpoint {
        case .socket(let path):
            nj_curl_set_string(handle, CURLOPT_UNIX_SOCKET_PATH, path)
            nj_curl_set_string(handle, CURLOPT_NOPROXY, "*")
            nj_curl_set_string(handle, CURLOPT_URL, "http://localhost\(request.target)")
        case .address(let base):
            nj_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "gzip")
            if let authorities = configuration.authorities {
                nj_curl_set_string(handle, CURLOPT_CAINFO, authorities)
                nj_curl_set_string(handle, CURLOPT_CAPATH, "/nonexistent")
            }
            nj_curl_set_string(
                handle, CURLOPT_URL, (base.hasSuffix("/") ? String(base.dropLast()) : base) + request.target)
        }
    }

    private func setBody(_ handle: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer) {
        switch request.body {
        case .none:
            if ["POST", "PUT", "PATCH"].contains(request.method) { nj_curl_set_body(handle, "", 0) }
        case .data(let data):
            let bytes = Array(data)
            nj_curl_set_body(handle, bytes.isEmpty ? [0] : bytes, curl_off_t(bytes.count))
        case .stream(let size, _):
            nj_curl_set_long(handle, CURLOPT_UPLOAD, 1)
            nj_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(size))
            nj_curl_set_read(handle, curlRead, context)
            nj_curl_set_seek(handle, curlSeek, context)
        }
    }

    /// Ends the transfer with libcurl's result.
    func end(_ code: CURLcode) {
        close()
        if let readError { return channel.end(.failure(.body(readError))) }
        channel.end(code == CURLE_OK ? .success(()) : .failure(.curl(code)))
    }

    /// Lets go of the handle, which no loop has any more.
    func close() {
        if let handle { nj_curl_cleanup(handle) }
        handle = nil
        nj_curl_list_free(lines)
        lines = nil
        reader = nil
    }

    /// Takes in a header line.
    fileprivate func take(headLine line: String) {
        if line.hasPrefix("HTTP/") {
            let parts = line.split(separator: " ")
            status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            headers = [:]
        } else if line.isEmpty {
            // 1xx comes before the reply proper.
            if status >= 200 { channel.begin(.init(status: status, headers: headers)) }
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[name] = headers[name].map { "\($0), \(value)" } ?? String(value)
        }
    }

    /// Reads what is sent next; nil when it cannot be read.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do {
            guard case .stream(_, let open) = request.body else { return 0 }
            // A function that went through a generic operator such as ?? and back would be wrapped anew at each piece, one
            // stack frame deeper each time.
            if reader == nil { reader = try open() }
            let data = try reader?(buffer.count) ?? Data()
            let count = min(data.count, buffer.count)
            data.prefix(count).copyBytes(to: buffer, count: count)
            return count
        } catch {
            readError = error
            return nil
        }
    }

    /// Rewinds the request's body, for a repeated request.
    fileprivate func rewind() { reader = nil }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func curlHeader(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    var line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
    while let last = line.last, last.isNewline { line.removeLast() }
    transfer(context)?.take(headLine: line)
    return size * count
}

private func curlWrite(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    let pause = 0x1000_0001  // CURL_WRITEFUNC_PAUSE
    guard let transfer = transfer(context) else { return 0 }
    return transfer.channel.accept(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : pause
}

private func curlRead(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    let abort = 0x1000_0000  // CURL_READFUNC_ABORT
    guard let transfer = transfer(context), let bytes else { return abort }
    return transfer.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? abort
}

private func curlSeek(context: UnsafeMutableRawPointer?, offset: curl_off_t, origin: Int32) -> Int32 {
    guard offset == 0, origin == SEEK_SET, let transfer = transfer(context) else { return 2 }  // CURL_SEEKFUNC_CANTSEEK
    transfer.rewind()
    return 0
}
