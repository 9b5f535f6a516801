import Signals

/// A profile looked at closely: everything that is wrong with it, what could be better, and what came of its vectors.
package struct ProfileInspection: Sendable {
    /// The file's name.
    package var file: String
    /// The profile with all that it extends; nil when it cannot be read.
    package var profile: DeviceProfile?
    /// Faults that make the profile unusable.
    package var problems: [ProfileProblem] = []
    /// Advice that does not keep it from being used.
    package var warnings: [ProfileProblem] = []
    /// What came of its own vectors, not of those that it takes over.
    package var trials: [VectorTrial] = []

    /// Whether it may be used.
    package var isUsable: Bool { profile != nil && problems.isEmpty && trials.allSatisfy { $0.difference == nil } }

    /// The profile with those of its frames that nothing is wrong with, and their vectors.
    private static func provable(
        _ profile: DeviceProfile, vectors: [ProfileVector], _ problems: [ProfileProblem]
    ) -> DeviceProfile {
        var profile = profile
        let isWrong: (String) -> Bool = { id in
            problems.contains { $0.path == "frames.\(id)" || $0.path.hasPrefix("frames.\(id).") }
        }
        profile.frames.removeAll { isWrong($0.id) || $0.parts.contains(where: isWrong) }
        let areSettingsWrong = problems.contains { $0.path.hasPrefix("settings") }
        let known = Set(profile.frames.map(\.id))
        profile.vectors = areSettingsWrong ? [] : vectors.filter { known.contains($0.frame) }
        return profile
    }

    /// Looks at files that may extend each other, and else what `library` has.
    package static func inspect(
        _ texts: [ProfileSet.Text], library: ProfileLibrary, codecs: CodecRegistry = .compiled
    ) -> [ProfileInspection] {
        let outcomes = texts.map { ProfileParser.parse($0.bytes) }
        var given: [String: DeviceProfile] = [:]
        for profile in outcomes.compactMap(\.profile) { given[profile.id] = profile }
        return zip(texts, outcomes).map { text, outcome in
            var inspection = ProfileInspection(file: text.file, problems: outcome.problems)
            guard let own = outcome.partial else { return inspection }
            let isWhole = outcome.profile != nil
            var joined = own
            do throws(Failure) {
                joined = try ProfileSet.joined(own) { given[$0] ?? library.profile($0) }
                if isWhole { inspection.profile = joined }
            } catch {
                // Without what it extends, nothing can be said of names that may be there.
                inspection.problems.append(ProfileProblem(path: "", message: error.message))
                return inspection
            }
            inspection.problems += ProfileChecker.check(
                joined, codecs: codecs, named: isWhole ? .init() : outcome.named)
            if isWhole { inspection.warnings = ProfileAdvice.give(own, joined) }
            inspection.trials = VectorTrial.run(
                Self.provable(joined, vectors: own.vectors, inspection.problems), codecs: codecs)
            return inspection
        }
    }
}
