package io.github.limiter.spring.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchMetadataTests {

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "none,        document, false",
        "same-origin, document, false",
        "same-origin, empty,    false",
        "same-origin, image,    true",
        "same-origin, iframe,   true",
        "cross-site,  image,    true",
        "cross-site,  document, true",
        "cross-site,  empty,    true",
        "same-site,   script,   true",
        "cross-site,  ,         true",
        ",            ,         false",
    })
    void tellsWhatAPageMadeItsReaderSend(String site, String destination, boolean ofAPage) {
        Map<String, String> fields = new HashMap<>();
        fields.put("Sec-Fetch-Site", site);
        fields.put("Sec-Fetch-Dest", destination);

        assertThat(FetchMetadata.isOfAPage(fields::get)).isEqualTo(ofAPage);
    }
}
