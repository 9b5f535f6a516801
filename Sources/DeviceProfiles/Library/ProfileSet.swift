import Signals

/// Profiles made ready together: of equal names one is chosen, each is joined with what it extends, checked, and has
/// proven itself on its vectors. What is wrong is left out with a reason.
package struct ProfileSet: Sendable {
    /// The text of a profile and where it comes from; later texts go before earlier ones of the same name.
    package struct Text: Sendable {
        /// The file's name, for messages.
        package var file: String
        /// The file's bytes.
        package var bytes: [UInt8]
        /// Whether the user wrote it.
        package var isOwn: Bool

        /// A profile's text and where it came from.
        package init(file: String, bytes: [UInt8], isOwn: Bool = false) {
            self.file = file
            self.bytes = bytes
            self.isOwn = isOwn
        }
    }

    private struct Candidate {
        var profile: DeviceProfile
        var text: Text
    }

    /// The profiles by name.
    package private(set) var profiles: [DeviceProfile] = []
    /// The file that each profile came from, by the profile's name.
    package private(set) var files: [String: String] = [:]
    /// The names of profiles that a person's own file gave.
    package private(set) var own: Set<String> = []
    /// Files that are left out, and why.
    package private(set) var problems: [ProfileLibrary.Problem] = []

    /// Parses and checks `texts`; a later profile replaces an earlier one of the same name.
    package init(_ texts: [Text], codecs: CodecRegistry = .compiled) {
        let candidates = choose(texts)
        var ready: [String: DeviceProfile] = [:]
        for (id, candidate) in candidates.sorted(by: { $0.key < $1.key }) {
            do {
                let joined = try Self.joined(candidate.profile) { candidates[$0]?.profile }
                let problems = ProfileChecker.check(joined, codecs: codecs)
                guard problems.isEmpty else {
                    for problem in problems { report(candidate.text.file, problem.description) }
                    continue
                }
                let failed = VectorTrial.run(joined, codecs: codecs).first { $0.difference != nil }
                if let failed, let difference = failed.difference {
                    let bytes = HexText.text(failed.vector.bytes.last ?? [])
                    report(
                        candidate.text.file,
                        "vectors: \(failed.vector.frame) \(bytes) (\(failed.vector.source)): \(difference)")
                    continue
                }
                ready[id] = joined
                files[id] = candidate.text.file
                if candidate.text.isOwn { own.insert(id) }
            } catch {
                report(candidate.text.file, error.message)
            }
        }
        profiles = ready.values.sorted { $0.id < $1.id }
    }

    private mutating func report(_ file: String, _ message: String) {
        problems.append(ProfileLibrary.Problem(file: file, message: message))
    }

    /// Reads the texts; of equal names the later stays unless its revision is lower.
    private mutating func choose(_ texts: [Text]) -> [String: Candidate] {
        var candidates: [String: Candidate] = [:]
        for text in texts {
            let outcome = ProfileParser.parse(text.bytes)
            for problem in outcome.problems { report(text.file, problem.description) }
            guard let profile = outcome.profile else { continue }
            if let earlier = candidates[profile.id], earlier.profile.revision > profile.revision {
                report(
                    text.file,
                    "\(profile.id) is revision \(profile.revision) here and \(earlier.profile.revision) in "
                        + "\(earlier.text.file), which is used; raise the revision to use this one")
                continue
            }
            candidates[profile.id] = Candidate(profile: profile, text: text)
        }
        return candidates
    }

    /// The profile with all that it extends, nearest first.
    static func joined(
        _ profile: DeviceProfile, lookUp: (String) -> DeviceProfile?
    ) throws(Failure) -> DeviceProfile {
        var joined = profile
        var waiting = profile.bases
        var seen: Set = [profile.id]
        while !waiting.isEmpty {
            let name = waiting.removeFirst()
            guard seen.insert(name).inserted else {
                if name == profile.id { throw Failure(.failed, "extends: it extends itself") }
                continue
            }
            guard seen.count <= 16 else { throw Failure(.failed, "extends: more than 16 profiles in all") }
            guard let base = lookUp(name) else {
                throw Failure(.failed, "extends: there is no profile “\(name)”, or it cannot be used")
            }
            joined = joined.joined(with: base)
            waiting += base.bases
        }
        return joined
    }
}
