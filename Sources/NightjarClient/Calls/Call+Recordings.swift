#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Call where Reply == RecordingList {
    /// The files that were imported.
    public static var recordings: Self { Self("GET", "/api/v1/recordings") }
}

extension Call where Reply == ImportList {
    /// All imports.
    public static var imports: Self { Self("GET", "/api/v1/imports") }
}

extension Call where Reply == ImportStatus {
    /// How an import stands.
    public static func importStatus(_ id: String) -> Self { Self("GET", "/api/v1/imports/\(escape(id))") }

    /// Sends a recorder's file; see ``NightjarClient/importFile(at:zone:every:progress:)``.
    /// - Parameters:
    ///   - name: the file's name.
    ///   - zone: the time zone of the recorder's clock; the gateway's own when nil.
    ///   - body: the file.
    public static func importing(_ name: String, zone: String? = nil, body: TransportBody) -> Self {
        Self(
            "POST", "/api/v1/imports", query: [("name", name), ("zone", zone)], body: body,
            contentType: "application/octet-stream")
    }
}

extension Call where Reply == NoReply {
    /// Stops an import; nothing of the file stays.
    public static func cancelImport(_ id: String) -> Self { Self("DELETE", "/api/v1/imports/\(escape(id))") }
}

/// What is exported.
public enum ExportSubject: Sendable, Hashable {
    /// A night by the day of waking up, or `latest`; of one device, or of the preferred one.
    case night(String, device: String?)
    /// A night recorded by button or schedule, by its number, nil for the last; of one device, or of all.
    case nightRecording(Int?, device: String?)
    /// An imported file, by its number.
    case recording(Int)

    fileprivate var path: String {
        switch self {
        case .night(let date, _): Call<NoReply>.nightPath(date, "/export")
        case .nightRecording(let id, _): "/api/v1/night-recordings/\(id.map(String.init) ?? "latest")/export"
        case .recording(let id): "/api/v1/recordings/\(id)/export"
        }
    }

    fileprivate var device: String? {
        switch self {
        case .night(_, let device), .nightRecording(_, let device): device
        case .recording: nil
        }
    }
}

extension Call where Reply == ExportListing {
    /// The files of an export.
    /// - Parameters:
    ///   - subject: what is exported.
    ///   - format: `edf`, `csv`, `json` and so on.
    ///   - isBare: CSV without the block of comments above the header.
    public static func exportFiles(of subject: ExportSubject, format: String, isBare: Bool = false) -> Self {
        Self(
            "GET", subject.path,
            query: [
                ("format", format), ("device", subject.device), ("bare", isBare ? "true" : nil), ("list", "true"),
            ])
    }
}

extension Call where Reply == NoReply {
    /// One file of an export, to be taken with ``NightjarClient/data(_:)`` or ``NightjarClient/reply(_:headers:patience:)``.
    /// - Parameters:
    ///   - name: the file's name as ``exportFiles(of:format:isBare:)`` tells it.
    ///   - subject: what is exported.
    ///   - format: `edf`, `csv`, `json` and so on.
    ///   - isBare: CSV without the block of comments above the header.
    public static func exportFile(
        _ name: String, of subject: ExportSubject, format: String, isBare: Bool = false
    ) -> Self {
        Self(
            "GET", subject.path,
            query: [
                ("format", format), ("device", subject.device), ("bare", isBare ? "true" : nil), ("file", name),
            ])
    }
}
