import CCurl
import Documents
import Runtime
package import Signals
package import Store

/// Sends alerts as JSON to a web address that the owner named. Nothing is sent unless one was.
///
/// An alert that could not be told is told again until it was, for as long as nobody has seen it: it comes at least once,
/// and a receiver knows one that comes twice by its `id`, the number in this store.
///
/// The body is `{"id", "kind", "severity", "time_s", "message", "next_step", "device", "recording"}`; it holds no measured
/// value and no name of a person. libcurl is loaded with the first alert.
package struct WebhookNotifier: AlertNotifier {
    /// The name that log messages give it.
    package let name = "webhook"
    /// Alerts that could not be sent are sent again.
    package let isPatient = true
    private let address: String
    private let thread = ThreadExecutor()

    /// A webhook at `address`.
    /// - Throws: `Failure` unless it begins with `https://`, or with `http://` and is this machine.
    package init(address: String) throws(Failure) {
        let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        let isLocal = local.contains { address == $0 || address.hasPrefix($0 + ":") || address.hasPrefix($0 + "/") }
        guard address.hasPrefix("https://") || isLocal, !address.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else {
            throw Failure(
                .usage,
                "“\(Self.shown(address))” is no address for alerts: it begins with https://, or with http://127.0.0.1.")
        }
        self.address = address
    }

    /// Sends an alert and waits for the answer, ten seconds at most.
    /// - Throws: `Failure` when there is no answer, or one that is no success.
    package func deliver(_ alert: Alert) async throws {
        let (address, body) = (self.address, Self.body(alert))
        try await withTaskExecutorPreference(thread) { try Self.post(body, to: address) }
    }

    /// The JSON that is sent for an alert.
    static func body(_ alert: Alert) -> String {
        var json = JSONText()
        json.object { json in
            json.field("id", alert.id.rawValue == 0 ? nil : Int(alert.id.rawValue))
            json.field("kind", alert.kind.rawValue)
            json.field("severity", alert.severity.rawValue)
            json.field("time_s", alert.time.secondsSince1970)
            json.field("message", alert.message.harmless())
            json.field("next_step", alert.nextStep)
            json.field("device", alert.device?.rawValue)
            json.field("recording", alert.recording.map { Int($0.rawValue) })
        }
        return json.string
    }

    /// An address as messages and logs may show it: without the path, which is often the secret that lets one in.
    static func shown(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return "it" }
        let host = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let plain = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
        let isCut = host.endIndex != address.endIndex || plain.count != host.count
        return address[..<scheme.upperBound] + plain + (isCut ? "/…" : "")
    }

    private static func post(_ body: String, to address: String) throws {
        guard let handle = nj_curl_init() else {
            throw Failure(.failed, "libcurl cannot be loaded; install the package libcurl4.")
        }
        defer { nj_curl_cleanup(handle) }
        let headers = nj_curl_list("Content-Type: application/json")
        defer { nj_curl_list_free(headers) }
        nj_curl_set_string(handle, CURLOPT_URL, address)
        nj_curl_set_string(handle, CURLOPT_USERAGENT, "Nightjar/\(Version.current)")
        nj_curl_set_string(handle, CURLOPT_COPYPOSTFIELDS, body)
        nj_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        nj_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        nj_curl_set_long(handle, CURLOPT_TIMEOUT, 10)
        nj_curl_set_write(handle, discard, nil)
        let code = nj_curl_perform(handle)
        guard code == CURLE_OK else {
            throw Failure(.failed, "\(shown(address)) does not answer: \(String(cString: nj_curl_message(code))).")
        }
        var status = 0
        nj_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        guard (200..<300).contains(status) else { throw Failure(.failed, "\(shown(address)) answered with \(status).") }
    }
}

/// Takes an answer that nobody reads; a function of the file because C calls it.
private func discard(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int { size * count }
