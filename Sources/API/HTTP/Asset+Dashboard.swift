import CDashboard

extension Asset {
    /// The files of the dashboard.
    public static func dashboard() -> [Asset] {
        (0..<nj_asset_count()).map { index in
            let file = nj_asset_at(index)
            return Asset(
                path: String(cString: file.path), mediaType: String(cString: file.media_type),
                bytes: UnsafeRawBufferPointer(start: file.bytes, count: file.count))
        }
    }
}
