import Glibc

/// Where a phone's program keeps what belongs to one watch; it goes when the watch is unpaired.
enum RelayWatchFolder {
    /// Its place in the hub's folder; a watch's name is made of letters, digits, `-` and `_`.
    static func path(of watch: String, in folder: String) -> String { "\(folder)/watches/\(watch)" }

    /// Makes it, for this account only.
    /// - Returns: Whether it is there.
    static func make(_ path: String) -> Bool {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        mkdir("/\(parent)", 0o700)
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    /// Removes it with all that is in it, following no link.
    static func remove(_ path: String) { nftw(path, removeEntry, 16, Int32(FTW_DEPTH | FTW_PHYS)) }
}

private func removeEntry(
    _ path: UnsafePointer<CChar>?, _: UnsafePointer<stat>?, _: Int32, _: UnsafeMutablePointer<FTW>?
) -> Int32 {
    path.map { Glibc.remove($0) } ?? -1
}
