package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.path.RequestPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which number of a path is the one that goes on, and what has the same route. */
class PathShapeTests {

    private static PathShape shape(String written) {
        int query = written.indexOf('?');
        return PathShape.of(RequestPath.of(written), query < 0 ? null : written.substring(query + 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /products                       | -1
        /products/17                    | 17
        /products/17/                   | 17
        /products/17.html               | 17
        /products/17/kettle-1500w       | 17
        /products/17/lego-75192         | 17
        /thread/55/page/3               | 3
        /page-7                         | 7
        /item7                          | 7
        /docs/3.5/page-7                | 7
        /2018/12/15                     | 15
        /access.log.2018-12-15.gz       | 15
        /2018/access.log.2018-12-15.gz  | 15
        /logs/2016/03/access-07.gz      | 7
        /news/2016/report-64.html       | 64
        /news/2016/report               | 2016
        /album/12/photo-0007.html       | 7
        /products/17/lego-75192.html    | 17
        /products/2017/lego-75192       | 2017
        /dl/2018.12.15.csv              | 15
        /dl/15-12-2018.csv              | 27
        /dl/16-12-2018.csv              | 28
        /dl/12-15-2018.csv              | 27
        /dl/15.12.2018.csv              | 27
        /dl/15_12_2018.csv              | 27
        /dl/20181215.csv                | 20181215
        /guide-2018                     | 2018
        /rooms-12-2018                  | 2018
        /order/1234567890123456         | -1
        /product.php?id=17              | 17
        /product.php?id=17&ref=home     | 17
        /list?category=4&page=3         | 7
        /list?color=red                 | -1
        /list?                          | -1
        /list?id=                       | -1
        /list?id=1x                     | -1
        /news?_=1767225600000           | -1
        /products/17?page=3             | 17
        """)
    void theIdIsTheNumberThatGoesOn(String written, long id) {
        assertThat(shape(written).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /products/17/kettle-1500w | /products/18/mug          | true
        /products/17              | /products/18              | true
        /2018/log-2018-12-15.gz   | /2018/log-2018-12-16.gz   | true
        /album/12/photo-0007.html | /album/13/photo-0008.html | true
        /products/17              | /orders/18                | false
        /thread/55/page/3         | /thread/56/page/4         | true
        /page-7                   | /page-8                   | true
        /product.php?id=17        | /product.php?id=18&utm=x  | true
        /product.php?id=17        | /product.php?page=18      | false
        /product.php?id=17        | /order.php?id=18          | false
        """)
    void aRouteIsTheSameWhateverItsNumber(String one, String other, boolean same) {
        assertThat(shape(one).route() == shape(other).route()).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /product.php?id=17       | /product.php?id=18      | false
        /product.php?id=17       | /product.php?id=17&s=x  | true
        /news?_=1767225600000    | /news?_=1767225600001   | true
        /list?color=red          | /list?color=blue        | true
        /products/17             | /products/18            | false
        /products/17?from=list   | /products/17?from=home  | true
        /image?url=a.png         | /image?url=b.png        | true
        /images/fit?url=a.png    | /images/fit?url=b.png   | false
        """)
    void theNumbersOfAQueryTellThingsApartThatHaveNoOther(String one, String other, boolean same) {
        assertThat(shape(one).whole() == shape(other).whole()).isEqualTo(same);
    }

    /** What has the same route is never overlooked. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /thread/55/page/3   | https://x.example/thread/55/page/2        | true
        /thread/55/page/3   | https://x.example/                        | false
        /thread/55/page/3   | https://x.example/search?q=thread/55      | false
        /thread/55/page/3   | https://x.example/%74hread/55/page/2      | true
        /list?page=3        | https://x.example/list?page=2             | true
        /list?page=3        | https://x.example/other?page=2            | false
        /list?page=3        | https://x.example                         | false
        /list?page=3        | nonsense                                  | false
        /list?page=3        |                                           | false
        """)
    void aReferrerIsReadOnlyIfItMayBeOfTheSameRoute(String written, String referrer, boolean may) {
        assertThat(shape(written).mayHaveRouteOf(referrer)).isEqualTo(may);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/1-1-2018",
                "/x-1-2018",
                "/-2018",
                "/1--2018",
                "/123-1-2018",
                "/9999999999999999-1-2018",
                "/2018"
            })
    void whatIsNearlyADateIsRead(String written) {
        assertThat(shape(written).id()).isIn(2L, 2018L);
    }
}
