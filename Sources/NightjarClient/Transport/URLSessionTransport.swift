#if canImport(Darwin)
    public import Foundation

    /// Carries requests by `URLSession`, for programs on Apple's systems.
    public struct URLSessionTransport: Transport {
        private let base: URL
        private let session: URLSession

        /// A transport to the gateway at `base`, such as `https://nightjar.local:8443`. A session with a delegate of its
        /// own decides about certificates of the gateway's own authority.
        public init(base: URL, session: URLSession = .shared) {
            self.base = base
            self.session = session
        }

        /// Sends a request and returns as soon as the reply's head is there.
        public func send(_ request: TransportRequest) async throws -> TransportReply {
            guard let url = URL(string: request.target, relativeTo: base) else {
                throw TransportError(.invalidAddress, "\(request.target) is no address.")
            }
            var outgoing = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
            outgoing.httpMethod = request.method
            outgoing.timeoutInterval = request.patience ?? 365 * 86_400
            for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
            outgoing.httpBody = try Self.body(request.body)
            do {
                let (bytes, response) = try await session.bytes(for: outgoing)
                return try Self.reply(bytes, response)
            } catch let error as URLError {
                throw Self.error(error)
            }
        }

        private static func body(_ body: TransportBody) throws -> Data? {
            switch body {
            case .none: return nil
            case .data(let data): return data
            case .stream(let size, let open):
                let read = try open()
                var data = Data(capacity: size)
                while true {
                    let piece = try read(1 << 16)
                    if piece.isEmpty { return data }
                    data.append(piece)
                }
            }
        }

        private static func reply(_ bytes: URLSession.AsyncBytes, _ response: URLResponse) throws -> TransportReply {
            guard let head = response as? HTTPURLResponse else {
                throw APIError.invalidResponse("The answer is not HTTP.")
            }
            var headers: [String: String] = [:]
            for (name, value) in head.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
            let pieces = Pieces(bytes)
            return TransportReply(
                status: head.statusCode, headers: headers,
                body: ByteStream(next: { try await pieces.next() }, cancel: { bytes.task.cancel() }))
        }

        private static func error(_ error: URLError) -> any Error {
            switch error.code {
            case .cancelled: CancellationError()
            case .timedOut: TransportError(.timedOut, error.localizedDescription)
            case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
                .secureConnectionFailed:
                TransportError(.untrusted, error.localizedDescription)
            case .badURL, .unsupportedURL: TransportError(.invalidAddress, error.localizedDescription)
            case .networkConnectionLost: TransportError(.lost, error.localizedDescription)
            default: TransportError(.unreachable, error.localizedDescription)
            }
        }

        /// Collects the single bytes into lines or 16 KB, whichever comes first.
        private actor Pieces {
            private var bytes: URLSession.AsyncBytes.AsyncIterator

            init(_ bytes: URLSession.AsyncBytes) { self.bytes = bytes.makeAsyncIterator() }

            func next() async throws -> Data? {
                var iterator = bytes
                var data = Data()
                while data.count < 16_384, let byte = try await iterator.next() {
                    data.append(byte)
                    if byte == 10 { break }
                }
                bytes = iterator
                return data.isEmpty ? nil : data
            }
        }
    }
#endif
