extension Endpoint where Request == DiaryRequest, Reply == DiaryDocument {
    /// A sleep diary.
    public static var diary: Self {
        Self(
            .get, "/api/v1/diary", "What a person wrote in their sleep diary, by date", in: "nights",
            problems: [400, 404])
    }
}

extension Endpoint where Request == DiaryEntryRequest, Reply == DiaryEntryDocument {
    /// Writes a day of a sleep diary.
    public static var writeDiary: Self {
        Self(
            .put, "/api/v1/diary/{date}", "Write a day of a sleep diary", in: "nights",
            detail:
                "It takes the place of what stood there. Where no person corrected a night, its sleep period and lights-out are "
                + "those of the diary, however often it is scored.",
            problems: [400, 404, 422])
    }
}

extension Endpoint where Request == DiaryDayRequest, Reply == Nothing {
    /// Takes a day out of a sleep diary.
    public static var deleteDiary: Self {
        Self(
            .delete, "/api/v1/diary/{date}", "Take a day out of a sleep diary", in: "nights", problems: [400, 404])
    }
}

extension Endpoint where Request == DiaryImportRequest, Reply == DiaryImportDocument {
    /// Imports a file of a sleep diary.
    public static var importDiary: Self {
        Self(
            .post, "/api/v1/diary/imports", "Import a file of a sleep diary", in: "nights",
            detail:
                "Its form is known by its headings: a row for each night, as Nightjar writes them or in the words of the "
                + "Consensus Sleep Diary; GGIR's basic and advanced sleep log; pyActigraphy's sleep diary and mask log. Each "
                + "row that was not understood is told with its line and why. What the file does not say of a night stays; "
                + "the same file again changes nothing.",
            limit: 8 << 20, problems: [400, 404, 413, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == DiaryUndoRequest, Reply == DiaryUndoneDocument {
    /// Takes an import of a sleep diary back.
    public static var undoDiary: Self {
        Self(
            .delete, "/api/v1/diary/imports/{id}", "Take an import of a sleep diary back", in: "nights",
            detail: "What stood there before holds again.", problems: [404])
    }
}
