import CProfiles

/// The profiles of `device-profiles` as they were when the program was built, so that one file is enough to run it.
enum BuiltInProfiles {
    /// The texts.
    static let texts: [ProfileSet.Text] = (0..<nj_profile_count()).map { index in
        let profile = nj_profile_at(index)
        let bytes = Array(UnsafeBufferPointer(start: profile.bytes, count: profile.count))
        return ProfileSet.Text(file: "built in: \(String(cString: profile.name))", bytes: bytes)
    }
}
