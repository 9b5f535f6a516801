import Glibc

/// The kernel that runs, by the number of its source.
package struct KernelVersion: Hashable, Sendable {
    var parts: [Int]
    /// The number of the build where Ubuntu made it, 48 of 6.8.0-48-generic: its kernels take in mends of later series and
    /// keep their own number.
    var ubuntuBuild: Int?

    /// The kernel of these texts; nil where none of them has a number.
    /// - Parameters:
    ///   - release: As `uname -r` tells it.
    ///   - version: As `uname -v` tells it; Debian has the number of the source only there.
    ///   - signature: The content of `/proc/version_signature`, which Ubuntu's kernels have.
    package init?(release: String, version: String, signature: String? = nil) {
        let source = signature?.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        let words = [source, version, release].flatMap { $0.split { " -+".contains($0) } }
        let numbers = words.compactMap { word -> [Int]? in
            let parts = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            return parts.count >= 2 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
        }
        guard let best = numbers.first(where: { $0.count == 3 }) ?? numbers.first else { return nil }
        parts = best
        guard signature?.hasPrefix("Ubuntu") == true || version.contains("-Ubuntu") else { return }
        ubuntuBuild = release.split(separator: "-").dropFirst().first.flatMap { Int($0) }
    }

    /// The kernel of a machine whose `/proc/version` and `/proc/version_signature` have these texts.
    package init?(banner: String, signature: String?) {
        let words = banner.split(whereSeparator: \.isWhitespace)
        guard words.count > 2 else { return nil }
        // The compiler's numbers are between the two.
        let version = banner.firstIndex(of: "#").map { String(banner[$0...]) } ?? ""
        self.init(release: String(words[2]), version: version, signature: signature)
    }

    /// The kernel of this machine.
    package static var current: KernelVersion? {
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return KernelVersion(
            release: text(name.release), version: text(name.version),
            signature: SystemRadioState.line("/proc/version_signature"))
    }
}

extension KernelVersion {
    /// Kernels that refuse connection parameters that a peripheral asks for when they are slower than their own default, by
    /// which such a peripheral ends the link after one or two minutes: since commit e4b019515f95, which all stable series
    /// took in on 6 March 2024, until 806a5198c059; 6.7 and 6.8 ended without it (changelogs of kernel.org).
    private static let refusing: [(first: [Int], mended: [Int])] = [
        ([4, 19, 309], [4, 19, 317]), ([5, 4, 271], [5, 4, 279]), ([5, 10, 212], [5, 10, 221]),
        ([5, 15, 151], [5, 15, 162]), ([6, 1, 81], [6, 1, 95]), ([6, 6, 21], [6, 6, 35]), ([6, 7, 9], [6, 9, 6]),
    ]

    /// From this build on Ubuntu's 6.8 counts as mended: it has what 6.9.6 has. Its kernels for clouds and boards, with
    /// builds from 1000 on, are not judged.
    private static let mendedUbuntuBuild = 51

    /// The version that mends a kernel that refuses slow connection intervals; nil where this one does not.
    package var mendedBy: String? {
        if let ubuntuBuild, parts.starts(with: [6, 8]) {
            return ubuntuBuild < Self.mendedUbuntuBuild ? "6.8.0-\(Self.mendedUbuntuBuild)" : nil
        }
        let range = Self.refusing.first {
            !parts.lexicographicallyPrecedes($0.first) && parts.lexicographicallyPrecedes($0.mended)
        }
        return range.map { $0.mended.map(String.init).joined(separator: ".") }
    }

    /// What a person should know of this kernel; nil where it has no known fault.
    package var warning: String? {
        mendedBy.map {
            "This kernel refuses slow connections, so some straps drop the link after a minute or two; \($0) mends it."
        }
    }
}
