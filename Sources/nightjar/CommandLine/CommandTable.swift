import Signals

/// All commands, and the way from the words of a command line to one of them.
enum CommandTable {
    /// In the order of the help page, by what they are for.
    static var groups: [(title: String, commands: [any Command.Type])] {
        [
            (
                "Start and look",
                [
                    ServeCommand.self, LiveCommand.self, TodayCommand.self, TrendsCommand.self,
                    InsightsCommand.self, InsightsHistoryCommand.self, InsightsShowCommand.self,
                    NightsCommand.self, DemoRemoveCommand.self, DoctorCommand.self, VersionCommand.self,
                ]
            ),
            ("Keep it safe", [CheckCommand.self, BackupCommand.self, RestoreCommand.self]),
            (
                "Devices and who wears them",
                [
                    DevicesCommand.self, DevicesShowCommand.self, DevicesAdoptCommand.self,
                    DevicesForgetCommand.self, DevicesPairCommand.self, DevicesKeyCommand.self,
                    DevicesImportCommand.self, DevicesReportCommand.self, DevicesSoakCommand.self,
                    WearersCommand.self, WearersAssignCommand.self, WearersContestedCommand.self,
                    WearersRecordingCommand.self, ConsentsCommand.self, HeartRateShareCommand.self,
                ]
            ),
            (
                "Nights and recordings",
                [
                    RecordStartCommand.self, RecordStopCommand.self, RecordStatusCommand.self,
                    RecordScheduleCommand.self, RecordSchedulesCommand.self, RecordAlertsCommand.self,
                    RecordAcknowledgeCommand.self, ImportCommand.self, RecordingsCommand.self,
                    RecordingsListCommand.self, RecordingsShowCommand.self, RecordingsAssignCommand.self,
                    RecordingsDeleteCommand.self, RecordingsRestoreCommand.self, RecordingsZoneCommand.self,
                    NightsEditCommand.self, NightsNoteCommand.self, NightsTagCommand.self, NightsPreferCommand.self,
                    NightsDiffCommand.self, NightsRescoreCommand.self, DiaryImportCommand.self, DiaryShowCommand.self,
                    DiaryExportCommand.self, DiaryDeleteCommand.self, DiaryUndoCommand.self, ExportCommand.self,
                ]
            ),
            (
                "Reading sessions",
                [
                    LoadAssessCommand.self, SessionStartCommand.self, SessionEventCommand.self,
                    SessionStopCommand.self, SessionListCommand.self, SessionShowCommand.self,
                ]
            ),
            (
                "Files without a gateway",
                [
                    DecodeCommand.self, EpochsCommand.self, WearCommand.self, BeatsCommand.self,
                    HRVCommand.self, CorrectCommand.self, LoadCommand.self, ScoreCommand.self,
                    PeriodsCommand.self, StageCommand.self, RhythmCommand.self, DaysCommand.self, OxygenCommand.self,
                    AnalyzeCommand.self,
                    PATCommand.self, PATInstallCommand.self,
                ]
            ),
            (
                "Radio, recorders on a cable, profiles",
                [
                    BluetoothAdaptersCommand.self, BluetoothScanCommand.self, BluetoothServicesCommand.self,
                    BluetoothListenCommand.self, BluetoothForgetCommand.self, AxivityStatusCommand.self,
                    AxivityDownloadCommand.self, AxivityConfigureCommand.self, AxivityClearCommand.self,
                    AxivityUnlockCommand.self, ProfilesListCommand.self, ProfilesShowCommand.self,
                    ProfilesLintCommand.self, ProfilesTestCommand.self, ProfilesDecodeCommand.self,
                    ProfilesCaptureCommand.self,
                ]
            ),
            (
                "Watch, accounts, network",
                [
                    RelayWatchCommand.self, RelayPhoneCommand.self, RelayHubCommand.self,
                    AccountListCommand.self, AccountAddCommand.self, AccountResetCommand.self,
                    AccountRoleCommand.self, AccountPasswordCommand.self, AccountRecoverCommand.self,
                    AccountExportCommand.self, AccountRemoveCommand.self, LANOnCommand.self,
                    LANOffCommand.self, LANStatusCommand.self, LANInviteCommand.self, LoginCommand.self,
                    LogoutCommand.self, WhoamiCommand.self,
                ]
            ),
            (
                "For developers",
                [
                    BenchCommand.self
                ]
            ),
        ]
    }

    /// All commands.
    static var commands: [any Command.Type] { groups.flatMap(\.commands) }

    /// Runs the command that `words` name and returns the exit code.
    static func run(_ words: [String]) async -> Int32 {
        do {
            try await dispatch(words)
            return 0
        } catch let failure as Failure {
            Output.note("nightjar: \(failure.message)")
            return failure.code.exitCode
        } catch is CancellationError {
            Output.note("nightjar: stopped.")
            return 1
        } catch {
            Output.note("nightjar: \(error)")
            return 1
        }
    }

    private static func dispatch(_ words: [String]) async throws {
        guard let first = words.first else { return try Output.write(Array(HelpText.beginning.utf8)) }
        guard first != "help" || words.count > 1, first != "--help", first != "-h" else {
            return try Output.write(Array(HelpText.overview(of: groups).utf8))
        }
        let words = first == "help" ? Array(words.dropFirst()) + ["--help"] : words
        if first == "--version" { return try await VersionCommand.run(Arguments([], for: VersionCommand.self)) }
        guard let command = find(words) else {
            let first = words.first ?? first
            let group = commands.filter { $0.name.hasPrefix("\(first) ") }
            guard group.isEmpty else {
                if words.count == 2, ["--help", "-h"].contains(words[1]) {
                    return try Output.write(Array(HelpText.overview(of: first, group).utf8))
                }
                let subjects = group.map { "`nightjar \($0.name)`" }
                if let near = Misspelling.nearest(to: words, among: group.map { $0.name }) {
                    throw Failure(.usage, "“\(first)” has no such verb. Did you mean `nightjar \(near)`?")
                }
                throw Failure(.usage, "“\(first)” needs to know what to do: \(subjects.joined(separator: ", ")).")
            }
            let near = Misspelling.nearest(to: words, among: commands.map { $0.name })
            let hint = near.map { "Did you mean `nightjar \($0)`?" } ?? "`nightjar --help` lists all."
            throw Failure(.usage, "there is no command “\(first)”. \(hint)")
        }
        let rest = Array(words.dropFirst(command.name.split(separator: " ").count))
        let ownWords = rest.prefix { $0 != "--" }
        guard !ownWords.contains("--help"), !ownWords.contains("-h") else {
            return try Output.write(Array(HelpText.page(for: command).utf8))
        }
        try await command.run(try Arguments(rest, for: command))
    }

    private static func find(_ words: [String]) -> (any Command.Type)? {
        commands.filter { words.starts(with: $0.name.split(separator: " ").map(String.init)) }
            .max { $0.name.utf8.count < $1.name.utf8.count }
    }
}

extension Failure.Code {
    /// 1 failed, 2 usage, 3 not found, 4 not permitted.
    var exitCode: Int32 {
        switch self {
        case .failed, .conflict: 1
        case .usage: 2
        case .notFound: 3
        case .notPermitted: 4
        }
    }
}
