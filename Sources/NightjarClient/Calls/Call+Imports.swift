extension Call where Reply == ImportDocument {
    /// Sends a recorder's file; see ``NightjarClient/importFile(at:zone:every:progress:)``.
    /// - Parameters:
    ///   - name: the file's name.
    ///   - zone: the time zone of the recorder's clock; the gateway's own when nil.
    ///   - columns: which columns of a table of no recorder's own hold what.
    ///   - body: the file.
    public static func importing(_ name: String, zone: String? = nil, columns: String? = nil, body: TransportBody)
        -> Self
    {
        var call = Self(.addImport, AddImportRequest(name, zone: zone, columns: columns))
        call.body = body
        call.contentType = "application/octet-stream"
        return call
    }
}
