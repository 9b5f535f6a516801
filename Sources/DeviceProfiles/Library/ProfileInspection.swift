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

    /// Looks at files that may extend each other, and else what `library` has.
    package static func inspect(
        _ texts: [ProfileSet.Text], library: ProfileLibrary, codecs: CodecRegistry = .compiled
    ) -> [ProfileInspection] {
        let outcomes = texts.map { ProfileParser.parse($0.bytes) }
        var given: [String: DeviceProfile] = [:]
        for profile in outcomes.compactMap(\.profile) { given[profile.id] = profile }
        return zip(texts, outcomes).map { text, outcome in
            var inspection = ProfileInspection(file: text.file, problems: outcome.problems)
            guard let own = outcome.profile else { return inspection }
            do throws(Failure) {
                let joined = try ProfileSet.joined(own) { given[$0] ?? library.profile($0) }
                inspection.profile = joined
                inspection.problems = ProfileChecker.check(joined, codecs: codecs)
                inspection.warnings = ProfileAdvice.give(own, joined)
                var proof = joined
                proof.vectors = own.vectors
                inspection.trials = VectorTrial.run(proof, codecs: codecs)
            } catch {
                inspection.problems = [ProfileProblem(path: "", message: error.message)]
            }
            return inspection
        }
    }
}
